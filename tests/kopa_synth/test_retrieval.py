from __future__ import annotations

import sys
import types
from pathlib import Path

import numpy as np
import pytest

from kopa_env.errors import MissingExtra, UsageError
from kopa_env.spec import Field, Param, ToolSpec
from kopa_synth.retrieval import Bm25, Candidate, Embedding, ThreeView


def tool(name: str, domain: str, title: str, params: str = "", fields: str = "") -> ToolSpec:
    """A tool whose parameters and fields are given as ``name 뜻, name 뜻``."""

    def split(text: str) -> list[list[str]]:
        return [part.strip().split(" ", 1) for part in text.split(",") if part.strip()]

    return ToolSpec(
        name=name,
        ref=f"test:{name}",
        kind="endpoint",
        platform=name.partition("_")[0],
        domain=domain,
        title_ko=title,
        title_en="",
        description_ko="",
        description_en="",
        params=tuple(Param(n, n, meaning_ko=m) for n, m in split(params)),
        fields=tuple(Field(n, meaning_ko=m) for n, m in split(fields)),
    )


LIBRARY = (
    tool("lib_books", "culture", "도서 목록", "title 책 제목", "book_id 도서 ID, title 책 제목"),
    tool("lib_loans", "culture", "대출 기록", "bookId 도서 ID", "loaned_on 대출일, branch 분관명"),
    tool("lib_branches", "culture", "분관 안내", "branch_nm 분관 이름", "branch_nm 분관 이름"),
    tool("lib_hours", "culture", "운영 시간", "", "opens 여는 시각"),
    tool("town_reading", "district", "동네 독서 통계", "book_id 도서 ID", "readers 읽은 사람 수"),
    tool("town_weather", "district", "날씨", "station 관측소", "rain 강수량"),
)


def found(k_same: int = 15, k_cross: int = 10) -> dict[str, list[str]]:
    rows = ThreeView().candidates(LIBRARY, k_same, k_cross)
    return {s.name: [c.target for c in row] for s, row in zip(LIBRARY, rows, strict=True)}


def test_the_tool_that_takes_what_another_returns_comes_first() -> None:
    best = found()
    assert best["lib_books"][0] == "lib_loans"
    assert best["lib_loans"][0] == "lib_branches", "분관명 and 분관 이름 share their words"
    assert best["lib_books"].index("town_reading") < best["lib_books"].index("town_weather")


def test_own_domain_and_others_have_places_of_their_own() -> None:
    for source, targets in found(k_same=1, k_cross=1).items():
        domains = {s.name: s.domain for s in LIBRARY}
        assert [domains[t] == domains[source] for t in targets] == [True, False]


def test_no_tool_is_its_own_target_and_none_without_semantic_parameters() -> None:
    for source, targets in found().items():
        assert source not in targets
        assert "lib_hours" not in targets
        assert len(targets) == len(set(targets)) == (5 if source == "lib_hours" else 4)


def test_generic_and_token_parameters_attract_nothing() -> None:
    generic = ToolSpec(
        **{
            **{name: getattr(LIBRARY[0], name) for name in ToolSpec.__slots__},
            "name": "lib_pages",
            "params": (
                Param("book_id", "book_id", role="generic", meaning_ko="도서 ID"),
                Param("key", "key", role="token", meaning_ko="도서 ID"),
            ),
        }
    )
    rows = list(ThreeView().candidates((*LIBRARY, generic), 15, 10))
    assert all(c.target != "lib_pages" for row in rows for c in row)


def test_two_runs_agree_and_a_source_can_stand_anywhere() -> None:
    def scored(specs: tuple[ToolSpec, ...]) -> dict[tuple[str, str], float]:
        rows = ThreeView().candidates(specs, 15, 10)
        return {(c.source, c.target): c.similarity for row in rows for c in row}

    assert list(found().items()) == list(found().items())
    assert scored(LIBRARY) == scored(tuple(reversed(LIBRARY)))


def test_nothing_to_retrieve_is_no_error() -> None:
    assert list(ThreeView().candidates((), 15, 10)) == []
    assert list(ThreeView().candidates((LIBRARY[3],), 15, 10)) == [[]]


def test_bm25_prefers_the_rare_word() -> None:
    documents = ["의안 번호", "의안 이름", "의안 종류 회의"]
    scores = Bm25().index(documents)(["회의 의안", "없는 낱말"])
    assert scores.shape == (2, 3)
    assert int(scores[0].argmax()) == 2
    assert scores[0].min() > 0, "a word all share still counts a little"


class FakeModel:
    """Embeds a text by which of a few words it has, and counts what it was asked."""

    asked: list[str]

    def __init__(self, path: str, device: str, local_files_only: bool) -> None:
        assert local_files_only
        self.asked = []
        FakeModel.last = self

    last: FakeModel

    def encode(
        self, texts: list[str], normalize_embeddings: bool, show_progress_bar: bool
    ) -> np.ndarray:
        self.asked += texts
        rows = np.array([[w in t for w in ("도서", "분관", "날씨", "")] for t in texts], float)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_an_embedding_model_goes_through_the_same_retriever(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    module = types.ModuleType("sentence_transformers")
    module.SentenceTransformer = FakeModel  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    similarity = Embedding(tmp_path, prefix="query: ")
    retriever = ThreeView(similarity, Bm25())
    rows = list(retriever.candidates(LIBRARY, 15, 10))
    assert retriever.name == f"st:{tmp_path.name}+bm25/three-view"
    assert isinstance(rows[0][0], Candidate)
    assert rows[0][0].target == "lib_loans"
    asked = FakeModel.last.asked
    assert len(asked) == len(set(asked)), "no text is embedded twice"
    assert all(text.startswith("query: ") for text in asked)


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no model folder"):
        Embedding(tmp_path / "none")
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MissingExtra, match=r"kopa-env\[embed\]"):
        Embedding(tmp_path)
