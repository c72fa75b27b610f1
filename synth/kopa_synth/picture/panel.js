"use strict";
// What is written beside the graph: tools found, the edges of a tool, the evidence of an edge.
const panel = byId("panel"), LISTED = 60;
const FAULTS = {
  "none": ["성공", "worked"], "structural.missing_field": ["값이 없음", "no value in the reply"],
  "structural.argument": ["인자가 거부됨", "argument refused"], "structural.empty": ["결과 없음", "nothing found"],
  "structural.ignored": ["인자가 무시됨", "argument not looked at"], "ambiguous": ["불분명", "unclear"],
  "environmental.server": ["서버 오류", "server error"], "environmental.timeout": ["시간 초과", "timed out"],
  "environmental.rate_limit": ["속도 제한", "rate limit"], "environmental.quota": ["한도 소진", "quota spent"],
  "environmental.auth": ["인증 오류", "key refused"], "environmental.miss": ["기록에 없음", "not recorded"],
};
const PLANS = {upstream: ["앞 응답의 값", "from the reply"], default: ["기본값", "default"], clarify: ["후보 값", "a candidate"]};

function el(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined && text !== null) node.textContent = String(text);
  return node;
}
function both(ko, en) {
  const node = el("span");
  node.append(el("span", "ko", ko), el("span", "en", en));
  return node;
}
const title = (i) => graph.tools[i][document.body.className === "ko" ? 2 : 3] || graph.tools[i][0];
const meaning = (key) => { const m = graph.meanings[key]; return m ? both(m[0] || m[1], m[1] || m[0]) : el("span"); };
function table(rows) {
  const node = el("table");
  for (const [name, value] of rows) {
    const row = el("tr"), left = el("td"), right = el("td");
    left.append(name); right.append(value); row.append(left, right); node.append(row);
  }
  return node;
}
function edgeButton(e, other) {
  const node = el("button", e.alive ? "" : "pruned"), bar = el("span", "bar");
  node.type = "button";
  bar.style.width = Math.round(60 * e.mean) + "px"; bar.style.background = shade(e.mean);
  node.append(el("b", "", title(other)), el("code", "dim", graph.tools[other][0]));
  node.append(el("div", "dim", e.bindings.map((b) => b[0] + " → " + b[1]).join(", ")));
  const line = el("div", "dim");
  line.append(bar, el("span", "", e.mean.toFixed(2) + " · n=" + e.n + " "), e.alive ? el("span") : both("제거됨", "pruned"));
  node.append(line);
  node.addEventListener("click", () => choose({edge: e}));
  return node;
}
function toolButton(i) {
  const node = el("button");
  node.type = "button";
  node.append(el("b", "", title(i)), el("code", "dim", graph.tools[i][0]));
  node.addEventListener("click", () => choose({tool: i}));
  return node;
}
function listed(items, make) {
  const box = el("div");
  let drawn = 0;
  const more = el("button", "", ""), next = () => {
    for (const item of items.slice(drawn, drawn + LISTED)) box.append(make(item));
    drawn = Math.min(drawn + LISTED, items.length);
    more.hidden = drawn >= items.length;
  };
  more.type = "button";
  more.append(both("더 보기", "more"));
  more.addEventListener("click", next);
  next();
  const whole = el("div");
  whole.append(box, more);
  return whole;
}
function heading(ko, en, count) {
  const node = el("h3");
  node.append(both(ko, en), el("span", "dim", " " + count));
  return node;
}
function tellTool(i) {
  const [name, platform, ko, en, fidelity] = graph.tools[i];
  const near = around[i].filter(passes).sort((a, b) => b.alive - a.alive || b.mean - a.mean);
  const into = near.filter((e) => e.target === i), out = near.filter((e) => e.source === i);
  const facts = el("p", "dim");
  facts.append(both(graph.platforms[platform][1], graph.platforms[platform][2]), el("span", "", fidelity ? " · replica: " + fidelity : ""));
  const head = el("h2");
  head.append(both(ko || name, en || name));
  panel.replaceChildren(head, el("code", "", name), facts,
    heading("나가는 간선", "edges out of it", out.length), listed(out, (e) => edgeButton(e, e.target)),
    heading("들어오는 간선", "edges into it", into.length), listed(into, (e) => edgeButton(e, e.source)));
}
function tellEdge(e) {
  const name = (faults) => (key) => { const f = faults[key]; return f ? both(f[0], f[1]) : el("span", "", key); };
  const bound = e.bindings.map(([field, param]) => {
    const left = el("div"), s = graph.tools[e.source][0], t = graph.tools[e.target][0];
    left.append(el("code", "", field + " → " + param), el("br"), meaning(s + "." + field), el("span", "", " → "), meaning(t + ">" + param));
    return left;
  });
  const state = e.alive ? (e.n ? both("살아 있음", "alive") : both("미시도", "untried")) : both("제거됨", "pruned");
  const share = Object.entries(e.trials).sort((a, b) => b[1] - a[1]);
  const head = el("h2");
  head.append(both("간선", "edge"));
  panel.replaceChildren(head, toolButton(e.source), el("div", "dim", "↓"), toolButton(e.target), el("code", "dim", e.id),
    heading("값의 연결", "bindings", ""), ...bound,
    heading("판정", "verdict", ""), table([
      [both("상태", "status"), state], [both("사전 점수", "prior score"), e.score.toFixed(2)],
      [both("사후평균", "posterior mean"), e.mean.toFixed(3)], ["α / β", e.alpha + " / " + e.beta],
      [both("마지막 시도 라운드", "last tried in round"), e.last || "–"]]),
    heading("시도", "trials", e.n), table(share.map(([fault, n]) => [name(FAULTS)(fault), n])),
    heading("응답에 든 서로 다른 값", "distinct values in a reply", ""), table(Object.entries(e.cardinality)),
    heading("나머지 인자", "other arguments", ""), table(Object.entries(e.plan).map(([p, plan]) => [p, name(PLANS)(plan)])));
}
function tellFound() {
  if (!found) {
    const help = el("p", "dim");
    help.append(both("도구나 간선을 누르면 근거가 나옵니다. 끌어서 옮기고, 휠이나 두 손가락으로 확대합니다.",
      "Click a tool or an edge for its evidence. Drag to move, wheel or pinch to zoom."));
    panel.replaceChildren(help);
    return;
  }
  panel.replaceChildren(heading("찾은 도구", "tools found", found.length), listed(found, toolButton));
}
function tell() {
  if (edge) tellEdge(edge); else if (tool >= 0) tellTool(tool); else tellFound();
}
