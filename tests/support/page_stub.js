"use strict";
// Just enough of a document to run a report's script: reads {element id: text} on stdin, plays a
// reader (filter, search, open, switch the language), prints what came of it as JSON.
const nodes = {};

class Node {
  constructor(tag) {
    Object.assign(this, {tag, children: [], listeners: {}, value: "", className: "", open: false, checked: false, dataset: {}});
    this.text = "";
  }
  set textContent(value) { this.text = String(value); this.children = []; }
  get textContent() { return this.text + this.children.map((c) => c.textContent).join(""); }
  append(...items) { this.children.push(...items); }
  replaceChildren(...items) { this.children = items; }
  addEventListener(name, listener) { this.listeners[name] = listener; }
}

const blocks = JSON.parse(require("fs").readFileSync(0, "utf8"));

function byId(id) {
  if (!nodes[id]) {
    nodes[id] = new Node(id);
    nodes[id].text = blocks[id] === undefined ? "" : blocks[id];
  }
  return nodes[id];
}

Object.defineProperty(globalThis, "navigator", {value: {language: "ko-KR"}, configurable: true});
globalThis.document = {
  documentElement: new Node("html"),
  body: new Node("body"),
  createElement: (tag) => new Node(tag),
  getElementById: byId,
};
document.body.className = "ko";
(0, eval)(blocks.code);

function choose(id, value) {
  nodes[id].value = value;
  nodes[id].listeners.input();
  return nodes.list.children.length;
}

const told = {rows: nodes.list.children.length, count: nodes.count.textContent, tags: []};
told.fails = choose("result", "fail");
choose("result", "");
told.found = choose("search", "경주시 학교는");
choose("search", "");
const first = nodes.list.children[0];
first.open = true;
first.listeners.toggle();
told.opened = first.textContent;
first.listeners.toggle();
told.twice = first.children.length;
nodes.language.listeners.click();
told.language = document.body.className;
const walk = (node) => { told.tags.push(node.tag); node.children.forEach(walk); };
walk(first);
console.log(JSON.stringify(told));
