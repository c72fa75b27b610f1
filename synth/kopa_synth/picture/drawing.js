"use strict";
// What is drawn, once a frame at most.
const canvas = byId("canvas"), pen = canvas.getContext("2d");
const LABELS = 160, SHADES = 11;
let view = {x: 0, y: 0, scale: 1}, under = -1, due = false, moved = false;

function shade(mean) { return colours[Math.round(mean * (SHADES - 1))]; }
function mix(a, b, part) { return a.map((v, i) => Math.round(v + (b[i] - v) * part)); }
function rgb(name) { const hex = style(name).replace("#", ""); return [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16) || 0); }
function style(name) { return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim(); }
let colours = [];
function mixColours() {
  const [low, middle, high] = ["low", "middle", "high"].map(rgb);
  colours = Array.from({length: SHADES}, (_, i) => {
    const at = i / (SHADES - 1);
    return "rgb(" + (at < 0.5 ? mix(low, middle, at * 2) : mix(middle, high, at * 2 - 1)).join(",") + ")";
  });
}
function size() {
  const box = canvas.getBoundingClientRect(), dense = window.devicePixelRatio || 1;
  canvas.width = Math.max(1, Math.round(box.width * dense));
  canvas.height = Math.max(1, Math.round(box.height * dense));
  return {width: box.width, height: box.height, dense};
}
function fit() {
  const {width, height} = canvas.getBoundingClientRect();
  const left = Math.min(...discs.map((d) => d.x - d.r)), right = Math.max(...discs.map((d) => d.x + d.r));
  const top = Math.min(...discs.map((d) => d.y - d.r)) - 20, bottom = Math.max(...discs.map((d) => d.y + d.r));
  const scale = Math.min(width / (right - left), height / (bottom - top)) * 0.96 || 1;
  moved = false;
  view = {scale, x: width / 2 - scale * (left + right) / 2, y: height / 2 - scale * (top + bottom) / 2};
  draw();
}
const place = (i) => [spots[i][0] * view.scale + view.x, spots[i][1] * view.scale + view.y];
function bend(e) {
  const [x1, y1] = place(e.source), [x2, y2] = place(e.target);
  return [x1, y1, (x1 + x2) / 2 + (y1 - y2) * 0.14, (y1 + y2) / 2 + (x2 - x1) * 0.14, x2, y2];
}
function stroke(list, alpha, width) {
  const bins = new Map();
  for (const e of list) {
    const key = shade(e.mean) + (e.alive ? "" : " dashed");
    if (!bins.has(key)) bins.set(key, []);
    bins.get(key).push(e);
  }
  pen.globalAlpha = alpha;
  for (const [key, members] of bins) {
    pen.strokeStyle = key.replace(" dashed", "");
    pen.lineWidth = width * (0.5 + 1.2 * members[0].mean);
    pen.setLineDash(key.endsWith("dashed") ? [4, 3] : []);
    pen.beginPath();
    for (const e of members) { const [x1, y1, cx, cy, x2, y2] = bend(e); pen.moveTo(x1, y1); pen.quadraticCurveTo(cx, cy, x2, y2); }
    pen.stroke();
  }
  pen.setLineDash([]);
  pen.globalAlpha = 1;
}
function arrow(e) {
  const [, , cx, cy, x2, y2] = bend(e), turn = Math.atan2(y2 - cy, x2 - cx), r = dot(e.target) + 1;
  const [x, y] = [x2 - r * Math.cos(turn), y2 - r * Math.sin(turn)];
  pen.fillStyle = shade(e.mean);
  pen.beginPath();
  pen.moveTo(x, y);
  for (const side of [2.7, -2.7]) pen.lineTo(x + 8 * Math.cos(turn + side), y + 8 * Math.sin(turn + side));
  pen.fill();
}
const dot = (i) => Math.max(1.6, Math.min(9, (2.2 + 0.35 * Math.sqrt(degree[i])) * Math.sqrt(view.scale)));
function drawDiscs(box) {
  const round = discs.map((disc) => [disc.x * view.scale + view.x, disc.y * view.scale + view.y, disc.r * view.scale]);
  pen.fillStyle = style("disc");
  for (const [x, y, r] of round) { pen.beginPath(); pen.arc(x, y, r, 0, 7); pen.fill(); }
  pen.textAlign = "center";
  pen.fillStyle = style("dim");
  pen.font = "600 13px system-ui, 'Noto Sans KR', 'Noto Sans CJK KR', sans-serif";
  const taken = [];
  discs.forEach((disc, i) => {
    const names = graph.platforms[disc.platform], [x, y, r] = round[i];
    const text = (document.body.className === "ko" ? names[1] : names[2]).split(",")[0] + " (" + disc.tools.length + ")";
    const half = pen.measureText(text).width / 2 + 4, inside = x + r > 0 && x - r < box.width;
    const at = inside ? Math.max(half, Math.min(box.width - half, x)) : x;
    const clash = taken.some((other) => Math.abs(other[0] - at) < other[2] + half && Math.abs(other[1] - y + r + 5) < 16);
    taken.push([at, clash ? y + r + 15 : y - r - 5, half]);
    pen.fillText(text, at, taken[i][1]);
  });
}
function drawTools(near) {
  const hits = found ? new Set(found) : null;
  for (let i = 0; i < spots.length; i++) {
    const [x, y] = place(i), marked = i === tool || (hits && hits.has(i));
    pen.globalAlpha = marked || !near && !hits || near && near.has(i) ? 1 : 0.25;
    pen.fillStyle = style(marked ? "mark" : "node");
    pen.beginPath(); pen.arc(x, y, dot(i) + (marked ? 2 : 0), 0, 7); pen.fill();
  }
  pen.globalAlpha = 1;
}
function drawLabels(near, box) {
  const inside = (i) => { const [x, y] = place(i); return x > 0 && y > 0 && x < box.width && y < box.height; };
  let wanted = (near ? [...near] : found || spots.map((_, i) => i)).filter(inside);
  if (wanted.length > LABELS) wanted = near ? wanted.slice(0, LABELS) : [];
  if (under >= 0) wanted = [under, ...wanted.filter((i) => i !== under)];
  pen.font = "12px system-ui, 'Noto Sans KR', 'Noto Sans CJK KR', sans-serif";
  pen.lineWidth = 3; pen.strokeStyle = style("bg"); pen.fillStyle = style("fg");
  const taken = [];
  for (const i of wanted) {
    const text = title(i).slice(0, 28), half = pen.measureText(text).width / 2;
    const [x, y] = place(i), spot = [Math.max(half, Math.min(box.width - half, x)), y - dot(i) - 3, half];
    if (taken.some((other) => Math.abs(other[0] - spot[0]) < other[2] + half && Math.abs(other[1] - spot[1]) < 14)) continue;
    taken.push(spot);
    pen.strokeText(text, spot[0], spot[1]); pen.fillText(text, spot[0], spot[1]);
  }
}
function paint() {
  due = false;
  const box = size();
  pen.setTransform(box.dense, 0, 0, box.dense, 0, 0);
  drawDiscs(box);
  const own = edge ? [edge] : tool >= 0 ? around[tool].filter(passes) : null;
  const near = own ? new Set(edge ? [edge.source, edge.target] : [tool, ...own.flatMap((e) => [e.source, e.target])]) : null;
  stroke(shown, own ? 0.05 : Math.max(0.12, Math.min(0.6, 400 / (shown.length + 1))), 1);
  if (own) { stroke(own, 0.95, 1.4); if (own.length <= 200) own.forEach(arrow); }
  drawTools(near);
  drawLabels(near, box);
}
function draw() {
  if (due) return;
  due = true;
  requestAnimationFrame(paint);
}
