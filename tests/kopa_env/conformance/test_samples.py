"""Answer keys are read strictly: a broken one is one clear line, never a wrong count."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.conformance import golden_replies, read_samples
from kopa_env.conformance.samples import INDEX
from kopa_env.conformance.scope import platform_of
from kopa_env.errors import UsageError

KNOWN = {"opendart": "dart", "dart": "dart", "seoul": "seoul", "seoul_extra": "seoul"}


def test_a_key_is_read_with_its_alternatives(folder: Any) -> None:
    folder.add("opendart/a.json", "{}", facts_id="opendart:dart.a", code="013", tier="trimmed")
    folder.add("opendart/b.json", "{}", tier="synthetic", total="12", root_note="HTTP 404")
    folder.allow("opendart/a.json", "n_records", "3")
    first, second = read_samples(folder.root).samples
    assert (first.ref, first.key["code"], first.counted) == ("opendart:dart.a", "013", True)
    assert first.others == {"n_records": ("3",)}
    assert (second.key["total"], second.counted, second.others) == ("12", False, {})


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({"outcome": "fine"}, "line 2: outcome 'fine' is none of ok, empty"),
        ({"n_records": ""}, "line 2: n_records '' is no number"),
        ({"n_records": "-1"}, "line 2: n_records '-1' is no number"),
        ({"total": "many"}, "line 2: total 'many' is no number"),
        ({"tier": ""}, "line 2: tier is missing"),
        ({"platform": ""}, "line 2: platform is missing"),
    ],
)
def test_a_row_that_does_not_fit_is_named(folder: Any, cells: dict[str, str], message: str) -> None:
    folder.add("opendart/a.json", "{}", **cells)
    with pytest.raises(UsageError) as caught:
        read_samples(folder.root)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["../outside.json", "/etc/hosts", ""])
def test_a_file_outside_the_folder_is_refused(folder: Any, name: str) -> None:
    folder.add("opendart/a.json", "{}")
    folder.rows[0]["file"] = name
    folder.write()
    with pytest.raises(UsageError, match=r"line 2: .* is no file of this folder"):
        read_samples(folder.root)


def test_a_file_listed_twice_is_refused(folder: Any) -> None:
    folder.add("opendart/a.json", "{}")
    folder.add("opendart/a.json", "{}")
    with pytest.raises(UsageError, match=r"line 3: opendart/a\.json is listed twice"):
        read_samples(folder.root)


def test_a_folder_without_a_key_or_without_a_column_is_refused(folder: Any) -> None:
    with pytest.raises(UsageError, match=r"cannot read .*INDEX\.tsv: No such file"):
        read_samples(folder.root)
    folder.header = ("file", "platform", "tier", "outcome", "n_records")
    folder.add("opendart/a.json", "{}")
    with pytest.raises(UsageError, match="has no column facts_id, request, code, total"):
        read_samples(folder.root)


def test_a_row_with_too_few_or_too_many_cells_is_refused(folder: Any) -> None:
    folder.add("opendart/a.json", "{}")
    index = folder.root / INDEX
    whole = index.read_text(encoding="utf-8")
    for row in ("opendart/b.json\topendart\n", "\t" * 20 + "\n"):
        index.write_text(whole + row, encoding="utf-8")
        with pytest.raises(UsageError, match=r"line 3: .* cells, 11 columns"):
            read_samples(folder.root)


def test_an_alternative_for_an_unknown_name_is_refused(folder: Any) -> None:
    folder.add("opendart/a.json", "{}")
    folder.allow("opendart/a.json", "colour", "red")
    with pytest.raises(UsageError, match="field 'colour' is not in the key"):
        read_samples(folder.root)


def test_a_missing_reply_is_named_when_it_is_read(folder: Any) -> None:
    folder.add("opendart/a.json", "{}")
    samples = read_samples(folder.root)
    (folder.root / "opendart/a.json").unlink()
    with pytest.raises(UsageError, match=r"names opendart/a\.json: No such file"):
        samples.body(samples.samples[0])


@given(st.binary(max_size=300))
def test_no_bytes_make_reading_raise_anything_else(
    tmp_path_factory: pytest.TempPathFactory, noise: bytes
) -> None:
    root = tmp_path_factory.mktemp("noise")
    (root / INDEX).write_bytes(noise)
    with pytest.raises(UsageError):
        read_samples(root)


@pytest.mark.parametrize(
    ("ref", "name", "platform"),
    [
        ("opendart:dart.list", "anything", "dart"),
        ("", "opendart", "dart"),
        ("", "seoul_8088", "seoul"),
        ("", "seoul_extra_host", "seoul"),
        ("", "seoulmetro", ""),
        ("kosis:x", "opendart", ""),
        ("", "kosis", ""),
    ],
)
def test_the_reference_decides_whose_sample_it_is_then_the_folder(
    folder: Any, ref: str, name: str, platform: str
) -> None:
    folder.add(f"{name}/a.json", "{}", facts_id=ref)
    assert platform_of(read_samples(folder.root).samples[0], KNOWN) == platform


def test_golden_replies_are_whole_and_marked() -> None:
    folder = golden_replies()
    assert {s.tier for s in folder.samples} == {"golden"}
    assert {Path(s.file).name for s in folder.samples} == {
        path.name for path in (folder.root / "edudata").iterdir()
    }
