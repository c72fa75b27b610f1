"use strict";
// Mouse, fingers and keys on the graph.
function toolAt(x, y, reach) {
  let best = -1, least = reach;
  for (let i = 0; i < spots.length; i++) {
    const [a, b] = place(i), far = Math.hypot(a - x, b - y) - dot(i);
    if (far < least) { least = far; best = i; }
  }
  return best;
}
function edgeAt(x, y, reach) {
  let best = null, least = reach;
  for (const e of tool >= 0 ? around[tool].filter(passes) : shown) {
    const [x1, y1, cx, cy, x2, y2] = bend(e);
    for (let t = 0.05; t < 1; t += 0.05) {
      const u = 1 - t, far = Math.hypot(u * u * x1 + 2 * u * t * cx + t * t * x2 - x, u * u * y1 + 2 * u * t * cy + t * t * y2 - y);
      if (far < least) { least = far; best = e; }
    }
  }
  return best;
}
function zoom(factor, x, y) {
  moved = true;
  const scale = Math.max(0.05, Math.min(20, view.scale * factor)), by = scale / view.scale;
  view = {scale, x: x - (x - view.x) * by, y: y - (y - view.y) * by};
  draw();
}
const fingers = new Map();
let way = 0;
const spot = (event) => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
const spread = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a[0] - b[0], a[1] - b[1]); };
canvas.addEventListener("pointerdown", (event) => {
  if (canvas.setPointerCapture) canvas.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, spot(event));
  way = fingers.size > 1 ? 99 : 0;
});
canvas.addEventListener("pointermove", (event) => {
  const [x, y] = spot(event), was = fingers.get(event.pointerId);
  if (!was) {
    const now = toolAt(x, y, 6);
    if (now !== under) { under = now; draw(); }
    return;
  }
  const before = fingers.size === 2 ? spread() : 0;
  fingers.set(event.pointerId, [x, y]);
  if (before) { zoom(spread() / before, x, y); return; }
  way += Math.hypot(x - was[0], y - was[1]);
  moved = true;
  view.x += x - was[0]; view.y += y - was[1];
  draw();
});
function lift(event) {
  const was = fingers.get(event.pointerId);
  fingers.delete(event.pointerId);
  if (!was || way > 6 || event.type === "pointercancel") return;
  const [x, y] = spot(event), reach = event.pointerType === "touch" ? 14 : 5, hit = toolAt(x, y, reach);
  if (hit >= 0) { choose({tool: hit}); return; }
  const near = edgeAt(x, y, reach);
  choose(near ? {edge: near} : {});
}
canvas.addEventListener("pointerup", lift);
canvas.addEventListener("pointercancel", lift);
canvas.addEventListener("wheel", (event) => { event.preventDefault(); zoom(Math.exp(-event.deltaY / 400), ...spot(event)); }, {passive: false});
canvas.addEventListener("keydown", (event) => {
  const steps = {ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40]}[event.key];
  if (steps) { moved = true; view.x += steps[0]; view.y += steps[1]; draw(); event.preventDefault(); }
  if (event.key === "+" || event.key === "-") { const box = canvas.getBoundingClientRect(); zoom(event.key === "+" ? 1.25 : 0.8, box.width / 2, box.height / 2); }
});
