"use strict";
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const rows = read("index"), tasks = read("tasks"), words = read("words");
const FILTERS = ["result", "failure", "domain", "platforms", "tier", "data"];
const list = document.getElementById("list"), more = document.getElementById("more");
const count = document.getElementById("count");
const PAGE = 100;
let shown = [], drawn = 0;

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
function named(word) { return both(words[word] || word, word); }
function fill(id) {
  const box = document.getElementById(id);
  for (const value of [...new Set(rows.flatMap((row) => row[id]))].filter(Boolean).sort()) {
    const option = el("option", "", value);
    option.value = value;
    box.append(option);
  }
}
function relabel() {
  const korean = document.body.className === "ko";
  document.documentElement.lang = korean ? "ko" : "en";
  for (const id of FILTERS.filter((id) => id !== "platforms"))
    for (const option of document.getElementById(id).children)
      if (option.value) option.textContent = korean ? words[option.value] || option.value : option.value;
}
function told(row, i, deep) {
  const about = [row.task, row.platforms.join(" "), row.stop, tasks[row.task].query, tasks[row.task].gloss].join(" ");
  return (deep ? about + document.getElementById("t" + i).textContent : about).toLowerCase();
}
function chosen() {
  const value = (id) => document.getElementById(id).value;
  const sought = value("search").trim().toLowerCase(), deep = document.getElementById("deep").checked;
  const keep = FILTERS.map((id) => [id, value(id)]).filter(([, want]) => want);
  return rows.map((row, i) => [row, i]).filter(([row, i]) =>
    keep.every(([id, want]) => [row[id]].flat().includes(want)) && (!sought || told(row, i, deep).includes(sought)));
}
function line(row, i) {
  const box = el("details", "row"), head = el("summary");
  const verdict = named(row.result);
  verdict.className = row.result;
  head.append(verdict, el("b", "", row.task), el("span", "dim", row.platforms.join(" ") + " · seed " + row.seed + " · sample " + row.sample));
  head.append(el("span", "dim", row.calls + " calls · " + row.turns + " turns · " + row.stop));
  if (row.failure) {
    const chip = named(row.failure);
    chip.className = "chip";
    head.append(chip);
  }
  box.append(head);
  box.addEventListener("toggle", () => { if (box.open && box.children.length === 1) box.append(transcript(row, read("t" + i))); });
  return box;
}
function outcome(call) {
  const node = el("div");
  for (const name of ["status", "reason", "code", "origin", "recorded_from"])
    if (call[name]) node.append(el("span", "chip", name === "code" ? "code " + call[name] : call[name]));
  if (call.total !== null) node.append(el("span", "chip", "total " + call.total));
  node.append(el("span", "chip", "shown " + call.shown + (call.cut ? " (cut)" : "")));
  return node;
}
function transcript(row, data) {
  const box = el("div");
  box.append(el("p", "ko", tasks[row.task].query), el("p", "en dim", tasks[row.task].gloss));
  if (data.invalid) box.append(el("p", "invalid", data.invalid));
  for (const [name, reason] of Object.entries(data.grade.reasons))
    box.append(el("p", data.grade[name] === 1 ? "pass" : "fail", name + " " + (data.grade[name] ?? "–") + " — " + reason));
  const facts = {action_raw: data.grade.action_raw, evidence_recall: data.grade.evidence_recall, grounded: data.grade.grounded, attempt: data.attempt, ...data.usage, ...data.timings};
  const chips = el("div");
  for (const [name, value] of Object.entries(facts)) chips.append(el("span", "chip", name + " " + value));
  box.append(chips);
  let next = 0;
  for (const message of data.messages) {
    const node = el("div", "msg " + (message.role === "tool" ? "tool" : ""));
    node.append(el("span", "dim", message.role));
    if (message.reasoning_content) node.append(el("pre", "dim", message.reasoning_content));
    for (const call of message.tool_calls || []) node.append(el("pre", "", call.function.name + " " + call.function.arguments));
    if (message.role === "tool" && data.calls[next]) node.append(outcome(data.calls[next++]));
    if (message.content) node.append(el("pre", "", message.content));
    box.append(node);
  }
  return box;
}
function draw() {
  for (const [row, i] of shown.slice(drawn, drawn + PAGE)) list.append(line(row, i));
  drawn = Math.min(drawn + PAGE, shown.length);
  more.hidden = drawn >= shown.length;
  count.textContent = shown.length + " / " + rows.length;
}
function restart() { shown = chosen(); drawn = 0; list.replaceChildren(); draw(); }
for (const id of FILTERS) fill(id);
for (const id of [...FILTERS, "search", "deep"]) document.getElementById(id).addEventListener("input", restart);
more.addEventListener("click", draw);
document.getElementById("language").addEventListener("click", () => {
  document.body.className = document.body.className === "ko" ? "en" : "ko";
  relabel();
});
document.body.className = (navigator.language || "ko").startsWith("ko") ? "ko" : "en";
relabel();
restart();
document.body.dataset.ready = "1";
