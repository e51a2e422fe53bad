// The Kubernetes provider of Pulumi, built from its module.
package main

import (
	_ "embed"
	"runtime/debug"

	"github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/provider"
)

// The module's own schema, lent by the build through an overlay.
//
//go:embed schema.json
var schema []byte

func main() {
	provider.Serve("kubernetes", moduleVersion(), schema, nil)
}

func moduleVersion() string {
	info, ok := debug.ReadBuildInfo()
	if ok {
		for _, module := range info.Deps {
			if module.Path == "github.com/pulumi/pulumi-kubernetes/provider/v4" {
				return module.Version
			}
		}
	}
	return "v0.0.0"
}
