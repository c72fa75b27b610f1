from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from kopa_env.cassettes.capture import served_by
from kopa_env.cassettes.folder import Folder
from kopa_env.cassettes.manifest import read_root
from kopa_env.cassettes.record import Provenance, Recorder, record_calls, through
from kopa_env.cassettes.redaction import Redactor
from kopa_env.cassettes.verify import verify
from kopa_env.catalogue import Catalogue
from kopa_env.credentials import spellings
from kopa_env.errors import IntegrityError, UsageError
from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.wire import HttpRequest, HttpResponse

FROZEN = Provenance("replica", "world", lambda: "2026-01-30T00:00:00+09:00")


def every_file(directory: Path) -> dict[str, bytes]:
    files = (p for p in sorted(directory.rglob("*")) if p.is_file())
    return {str(p.relative_to(directory)): p.read_bytes() for p in files}


def test_one_readable_file_per_tool(recorded: Any) -> None:
    folder = recorded()
    names = sorted(p.name for p in folder.rglob("*.yaml"))
    assert names == [
        "assembly_members.yaml",
        "dart_company.yaml",
        "dart_list.yaml",
        "edudata_schools.yaml",
        "seoul_bikes.yaml",
    ]
    text = (folder / "dart" / "dart_list.yaml").read_text(encoding="utf-8")
    assert "서울 전자" in text
    assert "\\u" not in text
    document = yaml.safe_load(text)
    assert document["version"] == 1
    for interaction in document["interactions"]:
        assert interaction["request"]["headers"] == {}
        assert interaction["request"]["uri"].startswith("https://opendart.fss.or.kr/api/")
        assert set(interaction["response"]["headers"]) <= {"content-type"}


def test_a_sound_folder_has_no_failures(recorded: Any, calls: Any) -> None:
    folder = recorded()
    verdict = verify(folder)
    assert verdict.failures == []
    assert (verdict.cassettes, verdict.interactions) == (5, len(calls))
    assert (verdict.source, verdict.world_hash) == ("replica", "world")


def test_manifest_tells_provenance(recorded: Any) -> None:
    manifest = Folder(recorded()).manifest("edudata/edudata_schools")
    assert (manifest.source, manifest.world_hash) == ("replica", "world")
    assert manifest.attribution == "공공누리 제1유형"
    assert manifest.redaction["hits"] == 0
    assert manifest.redaction["forms"] > 6
    for entry in manifest.interactions:
        assert entry.recorded_at == "2026-01-30T00:00:00+09:00"
        assert "api_key" not in entry.args, "a token is no argument that is kept"
        assert entry.canonical.startswith("POST openapi.edmgr.kr/openAPI/service/SA00202400011 #{")


def test_same_calls_in_any_order_give_the_same_bytes(recorded: Any, calls: Any) -> None:
    first, second = recorded("a"), recorded("b", list(reversed(calls)))
    one, other = every_file(first), every_file(second)
    assert one.keys() == other.keys()
    assert {n: b for n, b in one.items() if n.endswith(".yaml")} == {
        n: b for n, b in other.items() if n.endswith(".yaml")
    }


def test_recording_goes_on_where_it_stopped(recorded: Any, calls: Any, server: Any) -> None:
    folder = recorded(chosen=calls[:5])
    asked = len(server.asked)
    recorded()
    assert len(server.asked) == len(calls), "calls recorded before are not asked again"
    assert asked == 5
    assert read_root(folder).interactions == len(calls)


def test_an_interruption_loses_nothing(
    tmp_path: Path, tools: Catalogue, server: Any, calls: Any
) -> None:
    recorder = Recorder(tmp_path / "c", tools, FROZEN)

    def interrupted() -> Any:
        yield from calls[:13]
        yield from calls[13:15] * 10
        raise KeyboardInterrupt

    with httpx.Client(transport=served_by(server.respond)) as client:
        ask = through(client, lambda platform, host: "some-key-or-other")
        with pytest.raises(KeyboardInterrupt):
            record_calls(interrupted(), ask, recorder)
    assert verify(tmp_path / "c").failures == []
    assert read_root(tmp_path / "c").interactions == 15


def test_bad_arguments_are_told_and_not_sent(tmp_path: Path, tools: Catalogue, server: Any) -> None:
    recorder = Recorder(tmp_path / "c", tools, FROZEN)
    with httpx.Client(transport=served_by(server.respond)) as client:
        ask = through(client, lambda platform, host: "some-key-or-other")
        report = record_calls([(tools["dart_company"], {"corpcode": "1"})], ask, recorder)
    assert len(report.refused) == 1
    assert "corp_code" in report.refused[0]
    assert server.asked == []
    assert not (tmp_path / "c").exists()


@pytest.mark.parametrize("reason", [Reason.QUOTA, Reason.MAINTENANCE, Reason.KEY_INVALID])
def test_replies_that_say_nothing_of_the_data_are_not_kept(
    tmp_path: Path, tools: Catalogue, reason: Reason
) -> None:
    from kopa_env.platforms import dialect

    spec = tools["dart_company"]
    failed = dialect("dart").encode(spec, ToolResult.error(reason, ""), page=None, wire="json")
    recorder = Recorder(tmp_path / "c", tools, FROZEN)
    with httpx.Client(transport=served_by(lambda request: failed)) as client:
        ask = through(client, lambda platform, host: "some-key-or-other")
        report = record_calls([(spec, {"corp_code": "1"})], ask, recorder)
    assert (report.recorded, sum(report.failed.values())) == (0, 1)


def test_of_several_tries_the_last_is_kept(tmp_path: Path, tools: Catalogue, server: Any) -> None:
    spec = tools["dart_company"]
    with httpx.Client(transport=served_by(server.respond)) as client:
        inner = through(client, lambda platform, host: "some-key-or-other")
        with httpx.Client(
            transport=served_by(lambda request: HttpResponse(503, "text/html", b"busy"))
        ) as busy:
            failing = through(busy, lambda platform, host: "some-key-or-other")

            def ask(spec: Any, args: Any) -> ToolResult:
                assert failing(spec, args).status is Status.ENVIRONMENTAL
                return inner(spec, args)

            recorder = Recorder(tmp_path / "c", tools, FROZEN)
            record_calls([(spec, {"corp_code": "2"})], ask, recorder)
    (recording,) = Folder(tmp_path / "c").load("dart/dart_company").recordings
    assert recording.interaction.status == 200


def test_worlds_are_not_mixed(recorded: Any, tools: Catalogue) -> None:
    folder = recorded()
    with pytest.raises(UsageError, match=r"record from .* elsewhere"):
        Recorder(folder, tools, Provenance("replica", "other world"))
    with pytest.raises(UsageError, match=r"record from .* elsewhere"):
        Recorder(folder, tools, Provenance("live"))


class TestNoKeyInAnyArtefact:
    """Kinds of A57 (any name, any case) and A58 (path), with an echo in the reply."""

    def test_no_spelling_in_any_file(self, recorded: Any, server: Any, tmp_path: Path) -> None:
        from kopa_env.cassettes.compile import compile_pack

        server.echo = True
        folder = recorded()
        compile_pack(folder, tmp_path / "t.pack", server.catalogue, level=3)
        assert any(r.url().count("Zx9") for r in server.asked), "the key was really sent"
        key = server.key
        forms = [*spellings(key), *(key.encode(c) for c in ("cp949", "utf-16-le", "utf-16-be"))]
        files = every_file(folder) | {"pack": (tmp_path / "t.pack").read_bytes()}
        assert len(files) > 10
        for name, data in files.items():
            assert not [form for form in forms if form in data], name
        echoed = b"".join(data for name, data in files.items() if name.endswith(".yaml"))
        assert "열쇠는 ~".encode() in echoed

    def test_no_spelling_in_a_decompressed_pack(
        self, recorded: Any, server: Any, tmp_path: Path
    ) -> None:
        from kopa_env.cassettes.compile import compile_pack
        from kopa_env.pack import Pack

        server.echo = True
        compile_pack(recorded(), tmp_path / "t.pack", server.catalogue, level=3)
        forms = spellings(server.key)
        with Pack.open(tmp_path / "t.pack") as pack:
            for entry in pack:
                seen = entry.body + entry.canonical.encode() + repr(entry.result()).encode()
                seen += repr(entry.result().rendered).encode() + repr(entry.headers).encode()
                assert not [form for form in forms if form in seen]

    @pytest.mark.parametrize("name", ["serviceKey", "ServiceKey", "SERVICEKEY"])
    def test_any_case_of_a_slot(self, name: str) -> None:
        request = HttpRequest(
            "GET",
            "ws.bus.go.kr",
            (b"api", b"x"),
            ((name.encode(), b"SECRETKEY"), (b"q", b"1")),
            secret_slots=frozenset({"query:servicekey"}),
        )
        redactor = Redactor()
        redactor.learn(request)
        kept = redactor.redact(request, 200, "OK", (), b'{"you sent": "SECRETKEY"}')
        assert b"SECRETKEY" not in repr(kept).encode() + kept.body
        assert kept.uri.endswith(f"?{name}=~&q=1")

    def test_a_redirect_that_repeats_the_key(self) -> None:
        redactor = Redactor(["SECRET/KEY+1"])
        request = HttpRequest("GET", "h.kr", (b"a",))
        where = [("Location", "https://h.kr/b?k=SECRET%2FKEY%2B1"), ("Set-Cookie", "id=1")]
        kept = redactor.redact(request, 302, "", where, b"")
        assert kept.headers == (("location", "https://h.kr/b?k=~"),)

    def test_a_key_inside_an_archive_stops_the_writing(
        self, tmp_path: Path, tools: Catalogue
    ) -> None:
        from kopa_env.markup import zip_bytes

        archive = zip_bytes({"CORPCODE.xml": b"<r>asked with some-key-or-other</r>"})
        recorder = Recorder(tmp_path / "c", tools, FROZEN)
        reply = HttpResponse(200, "application/zip", archive)
        with httpx.Client(transport=served_by(lambda request: reply)) as client, recorder.traffic():
            client.get("https://opendart.fss.or.kr/api/company.json?crtfc_key=some-key-or-other")
        with pytest.raises(IntegrityError, match="nothing was written") as caught:
            recorder.save()
        assert "some-key" not in str(caught.value)
        assert every_file(tmp_path) == {}

    def test_loggers_of_http_libraries_keep_quiet(
        self, recorded: Any, server: Any, caplog: pytest.LogCaptureFixture
    ) -> None:
        with caplog.at_level(logging.DEBUG):
            recorded()
        assert server.key not in caplog.text
        assert "crtfc_key" not in caplog.text


def test_traffic_of_any_client_is_attributed(tmp_path: Path, tools: Catalogue, server: Any) -> None:
    recorder = Recorder(tmp_path / "c", tools, FROZEN)
    host = "https://opendart.fss.or.kr/api"
    with httpx.Client(transport=served_by(server.respond)) as client, recorder.traffic():
        client.get(f"{host}/company.json", params={"crtfc_key": "k" * 40, "corp_code": "00000007"})
        client.get(f"{host}/company.json?corp_code=00000007&crtfc_key=" + "k" * 40)
        client.get(f"{host}/nonsense.json?crtfc_key=" + "k" * 40)
    assert recorder.report.recorded == 1, "the same answer under one key is one interaction"
    assert recorder.report.failed == {"unknown_tool": 1}
    recorder.save()
    (recording,) = Folder(tmp_path / "c").load("dart/dart_company").recordings
    assert recording.entry.args == {"corp_code": "00000007"}


def test_differing_answers_under_one_key_become_a_sequence(
    tmp_path: Path, tools: Catalogue, server: Any
) -> None:
    answers = iter("가나나다")

    def respond(request: HttpRequest) -> HttpResponse:
        body = f'{{"status":"000","message":"정상","corp_name":"{next(answers)}"}}'
        return HttpResponse(200, "application/json;charset=UTF-8", body.encode())

    recorder = Recorder(tmp_path / "c", tools, FROZEN)
    with httpx.Client(transport=served_by(respond)) as client, recorder.traffic():
        for _ in range(4):
            client.get(
                "https://opendart.fss.or.kr/api/company.json?corp_code=00000001&crtfc_key=kkkkkkkk"
            )
    recorder.save()
    recordings = Folder(tmp_path / "c").load("dart/dart_company").recordings
    assert [r.entry.seq for r in recordings] == [0, 1, 2]
    assert verify(tmp_path / "c").failures == []
