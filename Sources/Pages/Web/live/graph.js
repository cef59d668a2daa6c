// What feeds what: signals, processors, loggers, events, timers and macros, from left to right.
import { byId, el, svg, text } from "/shared/dom.js";

const width = 186;
const height = 44;
const gapX = 46;
const gapY = 14;

/// How many edges lie before each node; cycles, which events can make, count once.
function depths(nodes, edges) {
  const into = new Map(nodes.map((key) => [key, []]));
  for (const [from, to] of edges) into.get(to)?.push(from);
  const found = new Map();
  const open = new Set();
  const depth = (key) => {
    if (found.has(key)) return found.get(key);
    if (open.has(key)) return 0;
    open.add(key);
    const before = (into.get(key) ?? []).map(depth);
    open.delete(key);
    const own = before.length > 0 ? Math.max(...before) + 1 : 0;
    found.set(key, own);
    return own;
  };
  nodes.forEach(depth);
  return found;
}

export class Graph {
  constructor() {
    this.place = byId("graph");
    this.words = byId("graph-words");
    this.structure = null;
    this.values = new Map();
  }

  show(state, board) {
    const graph = board?.graph;
    const nodes = graph ? Object.keys(graph.nodes ?? {}) : [];
    const edges = graph?.edges ?? [];
    const structure = JSON.stringify([Boolean(graph), nodes.map((key) => [key, graph.nodes[key].title]), edges]);
    if (structure !== this.structure) {
      this.structure = structure;
      this.lay(graph, nodes, edges);
    }
    for (const [key, label] of this.values) {
      const { value, count } = graph.nodes[key] ?? {};
      text(label, short(value ?? (count ? `${count} so far` : ""), 25));
    }
  }

  lay(graph, nodes, edges) {
    this.values.clear();
    if (nodes.length === 0) {
      this.place.replaceChildren(el("p", { class: "muted nothing" }, graph
        ? "Nothing is wired up yet: no stream, processor, logger or event." : "This device has no processors, loggers or events."));
      this.words.replaceChildren();
      return;
    }
    const depth = depths(nodes, edges);
    const columns = [];
    for (const key of nodes) (columns[depth.get(key)] ??= []).push(key);
    const places = new Map();
    columns.forEach((keys, x) => keys.forEach((key, y) => {
      places.set(key, [12 + x * (width + gapX), 12 + y * (height + gapY)]);
    }));
    const rows = Math.max(...columns.map((keys) => keys?.length ?? 0));
    const size = [24 + columns.length * (width + gapX) - gapX, 24 + rows * (height + gapY) - gapY];
    const picture = svg("svg", { width: size[0], height: size[1], viewBox: `0 0 ${size[0]} ${size[1]}`, "aria-hidden": "true" });
    picture.append(svg("defs", {}, svg("marker", {
      id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
      svg("path", { d: "M0 0 8 4 0 8z", class: "arrow" }))));
    for (const [from, to] of edges) {
      if (!places.has(from) || !places.has(to)) continue;
      const [x1, y1] = places.get(from);
      const [x2, y2] = places.get(to);
      const [ax, ay, bx, by] = [x1 + width, y1 + height / 2, x2, y2 + height / 2];
      const bend = bx > ax ? (bx - ax) / 2 : 40;
      picture.append(svg("path", {
        class: "edge", "marker-end": "url(#arrow)", d: `M${ax} ${ay} C${ax + bend} ${ay} ${bx - bend} ${by} ${bx} ${by}` }));
    }
    for (const key of nodes) {
      const { kind, title, about } = graph.nodes[key];
      const [x, y] = places.get(key);
      const name = svg("text", { x: 10, y: 18 });
      name.textContent = short(title, 24);
      const value = svg("text", { x: 10, y: 35, class: "value" });
      const hint = svg("title");
      hint.textContent = `${title}${about ? `: ${about}` : ""}`;
      picture.append(svg("g", { class: `node ${kind}`, transform: `translate(${x} ${y})` },
        hint, svg("rect", { width, height, rx: 8 }), name, value));
      this.values.set(key, value);
    }
    this.place.replaceChildren(picture);
    const title = (key) => graph.nodes[key]?.title ?? key;
    this.words.replaceChildren(...edges.map(([from, to]) => el("li", {}, `${title(from)} feeds ${title(to)}`)));
  }
}

const short = (words, most) => (words.length > most ? `${words.slice(0, most - 1)}…` : words);
