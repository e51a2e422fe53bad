"""The stand-in for pulumi-language-python, asked as the engine asks it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import grpc
import pytest
from google.protobuf.empty_pb2 import Empty
from google.protobuf.struct_pb2 import Struct
from pulumi.runtime.proto import language_pb2, language_pb2_grpc

HOST = Path(__file__).parents[2] / "fakes" / "pulumi-language-python"
ENGINE = "127.0.0.1:1"


@pytest.fixture(scope="module")
def host() -> Iterator[language_pb2_grpc.LanguageRuntimeStub]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    env = {**os.environ, "PATH": path}
    with subprocess.Popen([HOST, ENGINE], stdout=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout is not None
        with grpc.insecure_channel(f"127.0.0.1:{int(process.stdout.readline())}") as channel:
            yield language_pb2_grpc.LanguageRuntimeStub(channel)
        process.terminate()
        assert process.wait(timeout=30) == 0


def pack(folder: Path, program: str, options: dict[str, str]) -> language_pb2.RunPluginRequest:
    (folder / "__main__.py").write_text(program)
    struct = Struct()
    struct.update(options)
    info = language_pb2.ProgramInfo(
        root_directory=str(folder), program_directory=str(folder), entry_point=".", options=struct
    )
    env = [f"{key}={value}" for key, value in os.environ.items()]
    return language_pb2.RunPluginRequest(kind="analyzer", args=[ENGINE], env=[*env, "OWN=a=b"], info=info)


def test_it_introduces_itself(host: language_pb2_grpc.LanguageRuntimeStub) -> None:
    request = language_pb2.LanguageHandshakeRequest(engine_address=ENGINE)
    assert host.Handshake(request, timeout=30) == language_pb2.LanguageHandshakeResponse()
    assert host.GetPluginInfo(Empty(), timeout=30).version == version("pulumi")


def test_it_runs_a_pack_and_streams_what_it_prints(
    host: language_pb2_grpc.LanguageRuntimeStub, tmp_path: Path
) -> None:
    program = (
        "import os, sys\n"
        "print(sys.argv[1:], os.environ['OWN'], os.getcwd())\n"
        "print('second', flush=True)\n"
        "sys.exit(3)\n"
    )

    answers = list(host.RunPlugin(pack(tmp_path, program, {}), timeout=60))

    printed = f"{[ENGINE, str(tmp_path)]} a=b {tmp_path}\n"
    assert [answer.stdout.decode() for answer in answers[:-1]] == [printed, "second\n"]
    assert answers[-1].exitcode == 3


def test_a_virtualenv_that_is_not_there_is_named(
    host: language_pb2_grpc.LanguageRuntimeStub, tmp_path: Path
) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        list(host.RunPlugin(pack(tmp_path, "", {"virtualenv": "../none"}), timeout=60))
    assert "runtime.options.virtualenv: no " in str(caught.value)
    assert "../none/bin/python" in str(caught.value)
