"""Atomic writes: all or nothing, and messages with a remedy."""

from __future__ import annotations

import errno
import hashlib
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from papertaxa import files
from papertaxa.errors import OutputError


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def fail(path: Path, error: Exception) -> None:
    path.write_text("new")
    raise error


def test_text_is_written_as_utf8_with_line_ends_as_they_are(tmp_path: Path) -> None:
    files.write_text(tmp_path / "a", "é\r\n\n")
    assert (tmp_path / "a").read_bytes() == b"\xc3\xa9\r\n\n"


def test_the_temporary_file_has_the_suffixes_of_the_final_one(tmp_path: Path) -> None:
    with files.atomic_path(tmp_path / "a.csv.gz") as path:
        assert path.suffixes == [".csv", ".gz"]
        assert path.parent == tmp_path
        path.write_bytes(b"x")
        assert not (tmp_path / "a.csv.gz").exists()
    assert names(tmp_path) == ["a.csv.gz"]


def test_an_error_in_the_block_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with pytest.raises(ZeroDivisionError), files.atomic_path(tmp_path / "a") as path:
        fail(path, ZeroDivisionError())
    assert names(tmp_path) == ["a"]
    assert (tmp_path / "a").read_text() == "old"


def test_permissions_of_a_replaced_file_are_kept_and_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    (tmp_path / "a").chmod(0o640)
    (tmp_path / "link").symlink_to("a")
    files.write_text(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "a").read_text() == "new"
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


def test_a_device_is_written_to_and_not_replaced() -> None:
    with files.atomic_path(os.devnull) as path:
        assert str(path) == os.devnull
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_standard_output_that_is_a_pipe_is_written_to(tmp_path: Path) -> None:
    program = "from papertaxa import files; files.write_text('/dev/stdout', 'x')"
    done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=True)
    assert done.stdout == b"x"


WRITERS: list[Callable[[Path], object]] = [
    lambda path: files.write_text(path, "x"),
    lambda path: files.atomic_folder(path).__enter__(),
]


@pytest.mark.parametrize("write", WRITERS, ids=["file", "folder"])
def test_a_missing_folder_is_named_with_the_remedy(
    write: Callable[[Path], object], tmp_path: Path
) -> None:
    with pytest.raises(OutputError) as raised:
        write(tmp_path / "no" / "a")
    folder = tmp_path / "no"
    assert str(raised.value) == (
        f"{folder / 'a'}: the folder {folder} does not exist; create it (mkdir -p {folder}) or "
        "write somewhere else"
    )


@pytest.mark.parametrize("write", WRITERS, ids=["file", "folder"])
@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS])
def test_a_folder_that_cannot_be_written_is_named_with_the_remedy(
    write: Callable[[Path], object], number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(Path, "touch", refuse)
    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(OutputError) as raised:
        write(tmp_path / "a")
    assert str(raised.value) == (
        f"{tmp_path / 'a'}: cannot be written ({os.strerror(number)}); check the permissions of "
        f"{tmp_path} or write somewhere else"
    )
    assert names(tmp_path) == []


def test_a_full_disk_is_named_and_nothing_is_left_behind(tmp_path: Path) -> None:
    with (
        pytest.raises(OutputError, match=r"disk is full .* free some space"),
        files.atomic_path(tmp_path / "a") as path,
    ):
        fail(path, OSError(errno.ENOSPC, "No space left on device"))
    assert names(tmp_path) == []


def test_errors_about_other_files_are_not_taken_for_errors_of_the_output(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), files.atomic_path(tmp_path / "a"):
        (tmp_path / "input").read_text()


def test_a_folder_where_a_file_should_stand_and_the_reverse(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r": is a folder; name a file in it$"):
        files.write_text(tmp_path, "x")
    (tmp_path / "a").touch()
    with (
        pytest.raises(OutputError, match=r"a: is a file, not a folder; name another folder$"),
        files.atomic_folder(tmp_path / "a"),
    ):
        pass


@pytest.mark.parametrize("name", ["a" * 300, "a\0b"])
def test_an_impossible_name_is_an_output_error(name: str, tmp_path: Path) -> None:
    with pytest.raises(OutputError):
        files.write_text(tmp_path / name, "x")


def test_a_folder_appears_whole_and_replaces_an_older_one_with_the_marker(tmp_path: Path) -> None:
    for text in ("old", "new"):
        with files.atomic_folder(tmp_path / "m") as path:
            (path / "manifest.json").write_text(text)
            (path / "sub").mkdir()
            (path / "sub" / text).touch()
    assert (tmp_path / "m" / "manifest.json").read_text() == "new"
    assert names(tmp_path / "m" / "sub") == ["new"]
    assert names(tmp_path) == ["m"]


def test_an_error_in_the_block_leaves_the_old_folder(tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "manifest.json").write_text("old")
    with pytest.raises(ZeroDivisionError), files.atomic_folder(tmp_path / "m") as path:
        fail(path / "manifest.json", ZeroDivisionError())
    assert names(tmp_path) == ["m"]
    assert (tmp_path / "m" / "manifest.json").read_text() == "old"


def test_a_folder_of_other_files_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    with (
        pytest.raises(OutputError, match=r"holds other files .* name a new or empty folder"),
        files.atomic_folder(tmp_path),
    ):
        pass
    assert names(tmp_path) == ["thesis.tex"]


def test_a_killed_process_leaves_nothing_under_the_final_name(tmp_path: Path) -> None:
    program = (
        "import os, signal, sys; from papertaxa import files\n"
        "with files.atomic_folder(sys.argv[1] + '/m') as folder, "
        "files.atomic_path(sys.argv[1] + '/a') as path:\n"
        "    path.write_text('half'); (folder / 'half').touch()\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert all(name.startswith(".tmp-") for name in names(tmp_path))


def test_sha256_is_that_of_the_bytes(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc" * 100_000)
    assert files.sha256(tmp_path / "a") == hashlib.sha256(b"abc" * 100_000).hexdigest()
