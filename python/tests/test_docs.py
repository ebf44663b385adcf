"""The examples of docstrings and guides are true."""

import doctest
import importlib
import inspect
from pathlib import Path

import pytest

import taquin

ROOT = Path(__file__).parents[2]
MODULES = ["taquin", "taquin.errors", "taquin.parquet", "taquin.gym", "taquin.cluster"]
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def run(text: str, name: str) -> int:
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    result = doctest.DocTestRunner(optionflags=OPTIONS).run(test)
    assert result.failed == 0, name
    return result.attempted


def documented() -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = [(name, importlib.import_module(name)) for name in MODULES]
    for module in list(found):
        for name in getattr(module[1], "__all__", []):
            value = getattr(module[1], name)
            found.append((f"{module[0]}.{name}", value))
            if inspect.isclass(value):
                found += [(f"{module[0]}.{name}.{key}", member) for key, member in vars(value).items()]
    found.append(("taquin.parquet.dataset", taquin.dataset))
    return found


def test_docstrings() -> None:
    attempted = sum(run(inspect.getdoc(value) or "", name) for name, value in documented() if not isinstance(value, str))
    assert attempted > 30


def test_everything_public_is_documented() -> None:
    for name, value in documented():
        public = not name.rsplit(".", 1)[-1].startswith("_")
        if public and (inspect.isroutine(value) or inspect.isclass(value) or inspect.isdatadescriptor(value)):
            assert inspect.getdoc(value), name


@pytest.mark.parametrize("path", ["docs/python.md", "docs/cluster.md", "python/README.md"])
def test_guides(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / path).read_text("utf-8").replace("```", "")
    assert run(text, path) > 0
