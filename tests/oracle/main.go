// The referee of the Pod Security rules: what Pod Security admission itself says of a pod.
//
// Reads one JSON object after the other from standard input:
//
//	{"level": "restricted", "version": "v1.37", "pod": {"metadata": {...}, "spec": {...}}}
//
// and writes a line for each: whether the pod is allowed, and the ids of the checks that fail,
//
//	{"allowed": false, "failed": ["hostNamespaces"]}
//
// A pod is decoded as the API server decodes it. A field that the API does not have ends the program: the
// pod would not be the one that the rules have judged.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	kjson "sigs.k8s.io/json"
)

type question struct {
	Level   string          `json:"level"`
	Version string          `json:"version"`
	Pod     json.RawMessage `json:"pod"`
}

type answer struct {
	Allowed bool     `json:"allowed"`
	Failed  []string `json:"failed"`
}

func main() {
	if err := answerAll(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func answerAll(in io.Reader, out io.Writer) error {
	evaluator, err := policy.NewEvaluator(namedChecks(), nil)
	if err != nil {
		return err
	}
	questions := json.NewDecoder(bufio.NewReaderSize(in, 1<<20))
	buffered := bufio.NewWriterSize(out, 1<<20)
	answers := json.NewEncoder(buffered)
	for {
		var asked question
		if err := questions.Decode(&asked); errors.Is(err, io.EOF) {
			return buffered.Flush()
		} else if err != nil {
			return err
		}
		answered, err := asked.evaluate(evaluator)
		if err != nil {
			return fmt.Errorf("%w, in %s", err, asked.Pod)
		}
		if err := answers.Encode(answered); err != nil {
			return err
		}
	}
}

func (asked question) evaluate(evaluator policy.Evaluator) (answer, error) {
	level, err := api.ParseLevel(asked.Level)
	if err != nil {
		return answer{}, err
	}
	version, err := api.ParseVersion(asked.Version)
	if err != nil {
		return answer{}, err
	}
	var pod corev1.Pod
	strict, err := kjson.UnmarshalStrict(asked.Pod, &pod)
	if err := errors.Join(append(strict, err)...); err != nil {
		return answer{}, err
	}
	setVolumeDefaults(&pod)
	answered := answer{Failed: []string{}}
	for _, result := range evaluator.EvaluatePod(
		api.LevelVersion{Level: level, Version: version}, &pod.ObjectMeta, &pod.Spec,
	) {
		if !result.Allowed {
			answered.Failed = append(answered.Failed, result.ForbiddenReason)
		}
	}
	answered.Allowed = len(answered.Failed) == 0
	return answered, nil
}

// namedChecks are the checks of Pod Security admission, each with its id in the place of the reason: a result
// says by itself what is wrong, and not which check found it.
func namedChecks() []policy.Check {
	checks := policy.DefaultChecks()
	for _, check := range checks {
		for i, version := range check.Versions {
			check.Versions[i].CheckPod = named(check.ID, version.CheckPod)
		}
	}
	return checks
}

func named(id policy.CheckID, checkPod policy.CheckPodFn) policy.CheckPodFn {
	return func(metadata *metav1.ObjectMeta, spec *corev1.PodSpec) policy.CheckResult {
		result := checkPod(metadata, spec)
		result.ForbiddenReason = string(id)
		return result
	}
}

// setVolumeDefaults makes an emptyDir of a volume without a source, as the API server does before admission
// (SetDefaults_Volume in kubernetes/pkg/apis/core/v1/defaults.go).
func setVolumeDefaults(pod *corev1.Pod) {
	for i := range pod.Spec.Volumes {
		if source := &pod.Spec.Volumes[i].VolumeSource; *source == (corev1.VolumeSource{}) {
			source.EmptyDir = &corev1.EmptyDirVolumeSource{}
		}
	}
}
