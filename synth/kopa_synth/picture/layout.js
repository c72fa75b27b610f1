"use strict";
// Where tools stand: a disc a platform, the tools with most edges in its middle, discs packed
// around the largest, side by side or one below the other as the window is. No forces, no chance.
const GAP = 26, GOLDEN = Math.PI * (3 - Math.sqrt(5));

function layOut(data, stretch) {
  const degree = data.tools.map(() => 0);
  for (const edge of data.edges) { degree[edge[0]]++; degree[edge[1]]++; }
  const discs = data.platforms.map((platform, i) => ({platform: i, tools: []}));
  data.tools.forEach((tool, i) => discs[tool[1]].tools.push(i));
  const used = discs.filter((disc) => disc.tools.length).sort((a, b) => b.tools.length - a.tools.length);
  const spots = data.tools.map(() => [0, 0]);
  for (const disc of used) {
    disc.tools.sort((a, b) => degree[b] - degree[a] || a - b);
    disc.r = GAP * (0.5 * Math.sqrt(disc.tools.length) + 1.2);
  }
  pack(used, stretch);
  for (const disc of used) disc.tools.forEach((tool, i) => {
    const far = GAP * 0.5 * Math.sqrt(i + 0.5);
    spots[tool] = [disc.x + far * Math.cos(i * GOLDEN), disc.y + far * Math.sin(i * GOLDEN)];
  });
  return {discs: used, spots, degree};
}

function pack(discs, stretch) {
  const placed = [];
  for (const disc of discs) {
    let found = placed.length ? null : [0, 0];
    for (let far = disc.r; !found; far += GAP / 2)
      for (let step = 0; step < 48 && !found; step++) {
        const turn = step * Math.PI / 24, x = far * stretch * Math.cos(turn), y = far / stretch * Math.sin(turn);
        if (placed.every((other) => Math.hypot(other.x - x, other.y - y) > other.r + disc.r + 2 * GAP)) found = [x, y];
      }
    [disc.x, disc.y] = found;
    placed.push(disc);
  }
}
