"use strict";
// Just enough of a document to run the picture's script: reads {element id: text} on stdin, plays a
// reader (filter, search, click, switch the language), prints what came of it as JSON.
const nodes = {}, frames = [];

class Node {
  constructor(tag) {
    Object.assign(this, {tag, children: [], listeners: {}, style: {}, dataset: {}, value: "", className: "", text: ""});
  }
  set textContent(value) { this.text = String(value); this.children = []; }
  get textContent() { return this.text + this.children.map((c) => (typeof c === "string" ? c : c.textContent)).join(" "); }
  append(...items) { this.children.push(...items); }
  replaceChildren(...items) { this.children = items; }
  addEventListener(name, listener) { this.listeners[name] = listener; }
  getContext() { return pen; }
  getBoundingClientRect() { return {left: 0, top: 0, width: 800, height: 600}; }
}

const drawn = {curves: 0, dots: 0, texts: []};
const pen = {
  measureText: (text) => ({width: 12 * text.length}),
  fillText: (text) => drawn.texts.push(text),
  quadraticCurveTo: () => { drawn.curves++; },
  arc: () => { drawn.dots++; },
};
for (const name of ["beginPath", "moveTo", "lineTo", "stroke", "fill", "setLineDash", "setTransform", "strokeText"]) pen[name] = () => {};

const blocks = JSON.parse(require("fs").readFileSync(0, "utf8"));
function byTag(id) {
  if (!nodes[id]) {
    nodes[id] = new Node(id);
    nodes[id].text = blocks[id] === undefined ? "" : blocks[id];
  }
  return nodes[id];
}
globalThis.document = {body: new Node("body"), documentElement: new Node("html"), createElement: (tag) => new Node(tag), getElementById: byTag};
globalThis.window = {innerWidth: 800, innerHeight: 600, addEventListener: () => {}};
globalThis.location = {hash: ""};
globalThis.getComputedStyle = () => ({getPropertyValue: () => "#336699"});
globalThis.requestAnimationFrame = (work) => frames.push(work);
document.body.className = "ko";

const paint = () => { Object.assign(drawn, {curves: 0, dots: 0, texts: []}); while (frames.length) frames.shift()(); return {...drawn}; };
const walk = (node, seen) => { if (typeof node !== "string") { seen(node); node.children.forEach((c) => walk(c, seen)); } };
const buttons = () => { const found = []; walk(nodes.panel, (n) => { if (n.tag === "button" && n.listeners.click && n.textContent.trim() && !n.hidden) found.push(n); }); return found; };
const set = (id, value) => { nodes[id].value = value; nodes[id].listeners.input({}); return nodes.count.textContent; };
const touch = (x, y) => {
  for (const type of ["pointerdown", "pointerup"]) nodes.canvas.listeners[type]({type, pointerId: 1, clientX: x, clientY: y});
  return nodes.panel.textContent;
};

const inside = "\nglobalThis.inside = {place};";
const begun = process.hrtime.bigint();
(0, eval)(blocks.code + inside);
const told = {first: nodes.count.textContent, drawn: paint(), ms: Number(process.hrtime.bigint() - begun) / 1e6, tags: [], platforms: nodes.platform.children.map((o) => o.value)};
told.pruned = set("status", "pruned");
told.untried = set("status", "untried");
told.all = set("status", "all");
told.platform = set("platform", blocks.wanted_platform);
set("platform", "");
told.posterior = set("posterior", "0.9");
set("posterior", "0");
told.trials = set("trials", "5");
set("trials", "0");
set("search", blocks.wanted_title);
told.found = buttons().map((b) => b.textContent);
buttons()[0].listeners.click();
told.tool = nodes.panel.textContent;
told.address = location.hash;
told.around = paint();
buttons()[0].listeners.click();
told.edge = nodes.panel.textContent;
set("search", "");
const [x, y] = globalThis.inside.place(0);
told.touched = touch(x, y);
told.nothing = touch(799, 1);
told.english = (nodes.language.listeners.click({}), paint().texts);
walk(nodes.panel, (node) => told.tags.push(node.tag));
console.log(JSON.stringify(told));
