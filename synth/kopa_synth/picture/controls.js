"use strict";
// Joins the controls to the graph and draws it for the first time.
for (const disc of discs) {
  const [name, ko] = graph.platforms[disc.platform], option = el("option", "", name + " · " + ko);
  option.value = name;
  byId("platform").append(option);
}
for (const id of ["platform", "status", "posterior", "trials"]) byId(id).addEventListener("input", restart);
byId("search").addEventListener("input", () => { edge = null; tool = -1; restart(); });
byId("fit").addEventListener("click", fit);
byId("language").addEventListener("click", () => { document.body.className = document.body.className === "ko" ? "en" : "ko"; tell(); draw(); });
window.addEventListener("resize", () => { if (moved) draw(); else fit(); });
window.addEventListener("hashchange", () => goTo(location.hash));
if (window.matchMedia) matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { mixColours(); draw(); });
mixColours();
if (edges.every((e) => !e.n)) byId("status").value = "all";
restart();
fit();
goTo(location.hash || (graph.tools.some((t) => t[0] === graph.start) ? "#tool=" : "#edge=") + encodeURIComponent(graph.start || ""));
requestAnimationFrame(() => { document.body.dataset.ready = String(Math.round(performance.now())); });
