"""Which tools could take what a tool returns: outputs of one against inputs of all the others.

Every pair is seen in three views: the whole text of the outputs against the whole text of what the
target needs; the best single field against the best single parameter; and how far fields of the
source cover what the target cannot do without. The third was added because lists, with their many
optional filters, crowded out the detail tools that need nothing but an identifier. The views are
put on one scale per source and added up. How alike two texts are is told by a
:class:`Similarity`: BM25 without any download, or the user's own embedding model.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kopa_env.errors import MissingExtra, UsageError
from kopa_env.spec import Field, Param, ToolSpec
from kopa_synth.wording import terms

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Matrix = NDArray[np.float64]
Score = Callable[[Sequence[str]], Matrix]
"""Similarity of some queries (rows) to the documents of an index (columns)."""

_SOURCES_AT_ONCE = 256
_DECIMALS = 6
_IDENTIFIER = re.compile(r"[a-z][a-z0-9_]{2,63}")
_POINTED_AT = 1e6
_NOTHING_NEEDED = 0.5
"""What a covered optional parameter counts beside a covered required one."""


class Similarity(Protocol):
    """Tells how alike texts are."""

    @property
    def name(self) -> str:
        """What the graph file calls it."""

    def index(self, documents: Sequence[str]) -> Score:
        """Return a function that compares queries with these documents."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pair of tools worth scoring; ``similarity`` compares candidates of one source only."""

    source: str
    target: str
    similarity: float


class Retriever(Protocol):
    """Proposes the pairs a scorer is asked about."""

    @property
    def name(self) -> str:
        """What the graph file calls it."""

    def candidates(
        self, specs: Sequence[ToolSpec], k_same: int, k_cross: int, k_back: int = 0
    ) -> Iterator[list[Candidate]]:
        """Yield the candidates of each source in the order of ``specs``, best first.

        Args:
            specs: the tools, each a possible source and target.
            k_same: most targets of the source's own domain.
            k_cross: most targets of other domains.
            k_back: sources of its own domain every target is a candidate of at least; those its
                documentation names come first.
        """


class Bm25:
    """Okapi BM25 over Hangul pairs and split identifiers."""

    name = "bm25"

    def __init__(self, k1: float = 1.2, b: float = 0.75) -> None:
        self._k1, self._b = k1, b

    def index(self, documents: Sequence[str]) -> Score:
        """Count the terms of the documents."""
        vocabulary: dict[str, int] = {}
        bags = [Counter(terms(text)) for text in documents]
        for bag in bags:
            for term in bag:
                vocabulary.setdefault(term, len(vocabulary))
        weights = self._weights(_sparse(bags, vocabulary)).T.tocsr()

        def score(queries: Sequence[str]) -> Matrix:
            asked = _sparse([Counter(terms(text)) for text in queries], vocabulary)
            found: Matrix = (asked @ weights).toarray()
            return found

        return score

    def _weights(self, counts: csr_matrix) -> csr_matrix:
        total = counts.shape[0]
        sizes = np.asarray(counts.sum(axis=1)).ravel()
        norms = self._k1 * (1 - self._b + self._b * sizes / max(1.0, float(sizes.mean())))
        frequency = np.bincount(counts.indices, minlength=counts.shape[1])
        rarity = np.log1p((total - frequency + 0.5) / (frequency + 0.5))
        weighted = counts.copy()
        rows = np.repeat(np.arange(total), np.diff(counts.indptr))
        tf = counts.data
        weighted.data = rarity[counts.indices] * tf * (self._k1 + 1) / (tf + norms[rows])
        return weighted


class Embedding:
    """Cosine of sentence embeddings by a model that lies on this machine.

    Args:
        path: a folder in the format of sentence-transformers; nothing is downloaded.
        prefix: put before every text, as the e5 family wants it (``"query: "``).

    Raises:
        MissingExtra: if sentence-transformers is not installed.
        UsageError: if there is no such folder.
    """

    def __init__(self, path: Path, prefix: str = "") -> None:
        if not path.is_dir():
            raise UsageError(f"no model folder {path}")
        try:
            library: Any = import_module("sentence_transformers")
        except ImportError:
            raise MissingExtra("embed", "retrieval by an embedding model") from None
        self.name = f"st:{path.name}"
        self._prefix = prefix
        self._model = library.SentenceTransformer(str(path), device="cpu", local_files_only=True)
        self._known: dict[str, Matrix] = {}

    def index(self, documents: Sequence[str]) -> Score:
        """Embed the documents."""
        stored = self._embed(documents)

        def score(queries: Sequence[str]) -> Matrix:
            return self._embed(queries) @ stored.T

        return score

    def _embed(self, texts: Sequence[str]) -> Matrix:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            vectors = self._model.encode(
                [self._prefix + text for text in new],
                normalize_embeddings=True,
                show_progress_bar=False,
            )
            self._known.update(zip(new, np.asarray(vectors, dtype=np.float64), strict=True))
        return np.stack([self._known[text] for text in texts])


class ThreeView:
    """Retrieval in three views (see the module), by one similarity or several summed."""

    def __init__(self, *similarities: Similarity) -> None:
        self._similarities: tuple[Similarity, ...] = similarities or (Bm25(),)
        self.name = "+".join(s.name for s in self._similarities) + "/three-view"

    def candidates(
        self, specs: Sequence[ToolSpec], k_same: int, k_cross: int, k_back: int = 0
    ) -> Iterator[list[Candidate]]:
        """Yield the candidates of each source in the order of ``specs``, best first."""
        targets = [i for i, spec in enumerate(specs) if _semantic(spec)]
        rows = [row for row in self.scores(specs, [specs[t] for t in targets])]
        domains = np.array([spec.domain for spec in specs])
        same = domains[:, None] == domains[targets][None, :]
        other = ~same
        same[targets, np.arange(len(targets))] = False
        named = _named_sources(specs, targets) if k_back else []
        back = _best_sources(rows, same, named, k_back)
        for i, scores in enumerate(rows):
            best = [*_best(scores, same[i], k_same), *_best(scores, other[i], k_cross)]
            best += [j for j in back[i] if j not in best]
            yield [Candidate(specs[i].name, specs[targets[j]].name, float(scores[j])) for j in best]

    def scores(self, sources: Sequence[ToolSpec], targets: Sequence[ToolSpec]) -> Iterator[Matrix]:
        """Yield one row per source: its scores against the targets."""
        if not targets:
            yield from (np.zeros(0) for _ in sources)
            return
        views = [_indexed(similarity, targets) for similarity in self._similarities]
        for start in range(0, len(sources), _SOURCES_AT_ONCE):
            block = sources[start : start + _SOURCES_AT_ONCE]
            total = sum((view(block) for view in views), np.zeros((len(block), len(targets))))
            yield from np.round(total, _DECIMALS)


def outputs_text(spec: ToolSpec) -> str:
    """Return what a tool gives, as one text."""
    fields = ", ".join(f"{f.meaning_ko}({f.path})" for f in spec.fields)
    return f"{spec.platform} {spec.title_ko}. {fields}"


def inputs_text(spec: ToolSpec) -> str:
    """Return what a tool needs, as one text; what it could take, if it needs nothing."""
    asked = _semantic(spec)
    needed = [p for p in asked if p.required] or asked
    params = ", ".join(f"{p.meaning_ko}({p.name})" for p in needed)
    return f"{spec.platform} {spec.title_ko}. {params}"


def _semantic(spec: ToolSpec) -> list[Param]:
    return [p for p in spec.params if p.role == "semantic"]


def _indexed(
    similarity: Similarity, targets: Sequence[ToolSpec]
) -> Callable[[Sequence[ToolSpec]], Matrix]:
    """Return the views of one similarity, each on its own scale per source, added up."""
    whole = similarity.index([inputs_text(spec) for spec in targets])
    inputs = _Inputs.of(targets)
    single = similarity.index(inputs.texts)
    most = _with_itself(single, inputs.texts)

    def score(block: Sequence[ToolSpec]) -> Matrix:
        by_field = _best_fields(single, block, len(inputs.texts))
        found = _standard(whole([outputs_text(spec) for spec in block]))
        found += _standard(inputs.best(by_field))
        found += _standard(inputs.covered(np.minimum(by_field / most, 1.0)))
        return found

    return score


@dataclass(frozen=True, slots=True)
class _Inputs:
    """The semantic parameters of some tools, each distinct text once.

    Attributes:
        columns: number of the text of every parameter, tool after tool.
        starts: where each tool's parameters begin in ``columns``.
        needed: per parameter 1.0 if its tool cannot do without it.
    """

    texts: list[str]
    columns: NDArray[np.intp]
    starts: NDArray[np.intp]
    needed: Matrix

    @classmethod
    def of(cls, targets: Sequence[ToolSpec]) -> _Inputs:
        rows = [_semantic(spec) for spec in targets]
        params = [p for row in rows for p in row]
        texts = [_named(p.meaning_ko, p.name) for p in params]
        number = {text: i for i, text in enumerate(dict.fromkeys(texts))}
        return cls(
            texts=list(number),
            columns=np.array([number[text] for text in texts], dtype=np.intp),
            starts=np.cumsum([0, *(len(row) for row in rows[:-1])], dtype=np.intp),
            needed=np.array([float(p.required) for p in params]),
        )

    def best(self, scores: Matrix) -> Matrix:
        """Return per tool the best score among its parameters."""
        found: Matrix = np.maximum.reduceat(scores[:, self.columns], self.starts, axis=1)
        return found

    def covered(self, scores: Matrix) -> Matrix:
        """Return per tool the mean score of what it needs, or less if it needs nothing."""
        count = np.add.reduceat(self.needed, self.starts)
        total = np.add.reduceat(scores[:, self.columns] * self.needed, self.starts, axis=1)
        found: Matrix = np.where(
            count > 0, total / np.maximum(count, 1.0), _NOTHING_NEEDED * self.best(scores)
        )
        return found


def _with_itself(score: Score, texts: Sequence[str]) -> Matrix:
    """Return the similarity of every text to itself, the most it can have to another."""
    blocks = range(0, len(texts), _SOURCES_AT_ONCE)
    parts = [
        np.diagonal(score(texts[start : start + _SOURCES_AT_ONCE]), offset=start)
        for start in blocks
    ]
    most = np.concatenate(parts)
    return np.where(most > 0, most, 1.0)


def _best_fields(single: Score, block: Sequence[ToolSpec], width: int) -> Matrix:
    """Return per source the score of its best field for every distinct parameter."""
    rows = [list(dict.fromkeys(_field_text(f) for f in spec.fields)) for spec in block]
    unique = {text: i for i, text in enumerate(dict.fromkeys(t for row in rows for t in row))}
    best = np.zeros((len(block), width))
    if unique:
        scores = single(list(unique))
        for i, row in enumerate(rows):
            if row:
                best[i] = scores[[unique[t] for t in row]].max(axis=0)
    return best


def _field_text(field: Field) -> str:
    return _named(field.meaning_ko, field.path.rpartition(".")[2])


def _named(meaning: str, name: str) -> str:
    return f"{meaning} {name}"


def _standard(scores: Matrix) -> Matrix:
    """Put every row on the scale of its own mean and spread."""
    spread = scores.std(axis=1, keepdims=True)
    centred: Matrix = scores - scores.mean(axis=1, keepdims=True)
    return centred / np.where(spread > 0, spread, 1.0)


def _best(scores: Matrix, allowed: NDArray[np.bool_], k: int) -> list[int]:
    """Return the k best allowed columns; ties in catalogue order."""
    columns = np.flatnonzero(allowed)
    order = np.argsort(-scores[columns], kind="stable")[:k]
    return [int(column) for column in columns[order]]


def _best_sources(
    rows: Sequence[Matrix], allowed: NDArray[np.bool_], named: Sequence[tuple[int, int]], k: int
) -> list[list[int]]:
    """Return per source the columns it is among the k best allowed sources of."""
    found: list[list[int]] = [[] for _ in rows]
    if k and rows:
        table = np.stack(rows)
        for i, j in named:
            table[i, j] += _POINTED_AT
        for j, column in enumerate(table.T):
            for i in _best(column, allowed[:, j], k):
                found[i].append(j)
    return found


def _named_sources(specs: Sequence[ToolSpec], targets: Sequence[int]) -> list[tuple[int, int]]:
    """Return (source, column) wherever a target's parameters name a tool to get the value from."""
    number = {spec.name: i for i, spec in enumerate(specs)}
    pairs = {
        (number[word], column): None
        for column, target in enumerate(targets)
        for param in _semantic(specs[target])
        for word in _IDENTIFIER.findall(param.meaning_ko)
        if word in number
    }
    return list(pairs)


def _sparse(bags: Sequence[Counter[str]], vocabulary: dict[str, int]) -> csr_matrix:
    from scipy.sparse import csr_matrix

    rows, columns, counts = [], [], []
    for row, bag in enumerate(bags):
        for term, count in bag.items():
            if (column := vocabulary.get(term)) is not None:
                rows.append(row)
                columns.append(column)
                counts.append(float(count))
    return csr_matrix((counts, (rows, columns)), shape=(len(bags), len(vocabulary)))
