"""A headless Chromium, driven over its debugging pipe: no driver, no port, no package."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_NAMES = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, _NAMES)), "")
"""Where a browser lies; empty where there is none."""

_OPTIONS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--hide-scrollbars"),
    *("--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND", "--mute-audio"),
)

_READY = """new Promise((done) => {
  const look = () => document.body && document.body.dataset.ready ? done(1) : setTimeout(look, 10);
  look();
})"""


class Tab:
    """One page.

    Attributes:
        asked: addresses of every request the page has made.
        faults: uncaught exceptions and complaints of the page's script.
    """

    def __init__(self, into: int, out: int) -> None:
        self._into, self._out, self._rest, self._number = into, out, b"", 0
        self._session = ""
        self.asked: list[str] = []
        self.faults: list[str] = []
        made = self("Target.createTarget", url="about:blank")
        attached = self("Target.attachToTarget", targetId=made["targetId"], flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self(f"{domain}.enable")

    def __call__(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command and return its result."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._into, json.dumps(message).encode() + b"\0")
        while (told := self._read()).get("id") != self._number:
            self._note(told)
        assert "error" not in told, told
        result: dict[str, Any] = told["result"]
        return result

    def open(self, address: str, size: tuple[int, int], *, phone: bool = False) -> None:
        """Show a page and wait until its script says that it is ready."""
        width, height = size
        shape = {"width": width, "height": height, "deviceScaleFactor": 2 if phone else 1}
        self("Emulation.setDeviceMetricsOverride", mobile=phone, **shape)
        self("Emulation.setTouchEmulationEnabled", enabled=phone)
        self("Page.navigate", url="about:blank")  # an address that differs in its end stays put
        self("Page.navigate", url=address)
        self.run(_READY)

    def run(self, code: str) -> Any:
        """Run an expression in the page, wait for its promise and return its value."""
        made = self("Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in made, made
        return made["result"].get("value")

    def click(self, x: float, y: float) -> None:
        """Press and lift the mouse."""
        for kind in ("mousePressed", "mouseReleased"):
            where = {"x": x, "y": y, "button": "left", "clickCount": 1}
            self("Input.dispatchMouseEvent", type=kind, **where)

    def tap(self, x: float, y: float) -> None:
        """Touch with one finger."""
        self("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def picture(self, path: Path) -> None:
        """Save what is shown as a PNG."""
        shot = self("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(shot["data"]))

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            piece = os.read(self._out, 1 << 20)
            assert piece, "the browser has gone"
            self._rest += piece
        line, _, self._rest = self._rest.partition(b"\0")
        told: dict[str, Any] = json.loads(line)
        return told

    def _note(self, told: dict[str, Any]) -> None:
        params = told.get("params", {})
        if told.get("method") == "Network.requestWillBeSent":
            self.asked.append(params["request"]["url"])
        elif told.get("method") == "Runtime.exceptionThrown":
            self.faults.append(str(params["exceptionDetails"]))
        elif told.get("method") == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.faults.append(params["entry"]["text"])


@contextmanager
def chromium(folder: Path) -> Iterator[Tab]:
    """Run a browser with a profile of its own until the block ends."""
    read_by_it, into = os.pipe()
    out, written_by_it = os.pipe()
    command = [BROWSER, *_OPTIONS, f"--user-data-dir={folder}", "about:blank"]
    ends = (str(read_by_it), str(written_by_it))
    process = subprocess.Popen(  # the browser reads file 3 and writes file 4
        ["bash", "-c", 'exec "${@:3}" 3<&"$1" 4>&"$2"', "-", *ends, *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(read_by_it, written_by_it),
    )
    os.close(read_by_it)
    os.close(written_by_it)
    try:
        yield Tab(into, out)
    finally:
        process.kill()
        process.wait()
        os.close(into)
        os.close(out)
