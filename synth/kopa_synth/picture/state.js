"use strict";
// The graph, what of it is shown, and what is chosen; the address keeps the choice.
const byId = (id) => document.getElementById(id);
const graph = JSON.parse(byId("graph").textContent);
const {discs, spots, degree} = layOut(graph, window.innerWidth > window.innerHeight ? 1.25 : 0.8);
const edges = graph.edges.map((row, i) => {
  const [source, target, bindings, score, alpha, beta, alive, trials, cardinality, last, plan] = row;
  const n = Object.values(trials).reduce((sum, count) => sum + count, 0);
  const id = graph.tools[source][0] + "." + bindings[0][0] + ">" + graph.tools[target][0] + "." + bindings[0][1];
  return {i, source, target, bindings, score, alpha, beta, alive, trials, cardinality, last, plan, n, id, mean: alpha / (alpha + beta)};
});
const around = graph.tools.map(() => []);
for (const edge of edges) { around[edge.source].push(edge); if (edge.target !== edge.source) around[edge.target].push(edge); }
let shown = [], tool = -1, edge = null, found = null;

const limits = {status: "alive", platform: "", posterior: 0, trials: 0};
function passes(e) {
  const status = limits.status === "all" || (limits.status === "alive" && e.alive) ||
    (limits.status === "pruned" && !e.alive) || (limits.status === "untried" && !e.n);
  return status && e.mean >= limits.posterior && e.n >= limits.trials &&
    (limits.platform === "" || platformOf(e.source) === limits.platform || platformOf(e.target) === limits.platform);
}
const platformOf = (i) => graph.platforms[graph.tools[i][1]][0];
function restart() {
  limits.status = byId("status").value || "alive";
  limits.platform = byId("platform").value;
  limits.posterior = Number(byId("posterior").value) || 0;
  limits.trials = Number(byId("trials").value) || 0;
  byId("least").textContent = limits.posterior.toFixed(2);
  const words = byId("search").value.normalize("NFC").trim().toLowerCase().split(/\s+/).filter(Boolean);
  found = words.length ? graph.tools.map((_, i) => i).filter((i) => {
    const text = (graph.tools[i][0] + " " + graph.tools[i][2] + " " + graph.tools[i][3]).normalize("NFC").toLowerCase();
    return words.every((word) => text.includes(word));
  }) : null;
  shown = edges.filter(passes);
  byId("count").textContent = shown.length.toLocaleString("en") + " / " + edges.length.toLocaleString("en") + " edges · " + graph.tools.length + " tools";
  tell();
  draw();
}
function choose(what) {
  edge = what.edge || null;
  tool = what.tool === undefined ? -1 : what.tool;
  const name = edge ? "edge=" + encodeURIComponent(edge.id) + "&n=" + edge.i : tool >= 0 ? "tool=" + encodeURIComponent(graph.tools[tool][0]) : "overview";
  if (name !== location.hash.replace(/^#/, "")) location.hash = name;
  if (panel.scrollTo) panel.scrollTo(0, 0);
  tell();
  draw();
}
function goTo(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  const named = graph.tools.findIndex((t) => t[0] === asked.get("tool"));
  const near = edges.filter((e) => e.id === asked.get("edge"));
  if (asked.get("lang")) document.body.className = asked.get("lang") === "en" ? "en" : "ko";
  choose(near.length ? {edge: near.find((e) => String(e.i) === asked.get("n")) || near[0]} : named >= 0 ? {tool: named} : {});
}
