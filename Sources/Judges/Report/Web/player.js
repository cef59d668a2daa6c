(() => {
"use strict";
const $ = id => document.getElementById(id);
const data = JSON.parse($("recording").textContent);
const bytes = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
const column = (made, Kind) =>
    made === null ? null
    : typeof made === "string" ? new Kind(bytes(made).buffer) : Kind.from(made);
for (const board of data.boards) {
    board.pose = column(board.pose, Int16Array);
    board.fused = column(board.fused, Int16Array);
    for (const name of ["red", "green", "blue", "link", "motor", "log", "battery", "streams"]) {
        board[name] = column(board[name], Uint8Array);
    }
}
for (const series of data.series) {
    for (const name of ["time", "values", "truth"]) {
        series[name] = column(series[name], Float32Array);
    }
    // One scale for the whole run: a plot whose scale moves cannot be read.
    let low = Infinity, high = -Infinity;
    for (const list of [series.values, series.truth || []]) {
        for (const value of list) {
            if (value < low && value > -1e30) { low = value; }
            if (value > high && value < 1e30) { high = value; }
        }
    }
    if (!(high > low)) { const middle = low === high ? low : 0; low = middle - 1; high = middle + 1; }
    const air = 0.06 * (high - low);
    series.low = low - air;
    series.high = high + air;
    // As many as tell a thousandth of the scale apart.
    series.decimals = Math.max(0, Math.min(7, 3 - Math.floor(Math.log10(high - low))));
}
const section = $("player"), slider = $("time"), play = $("play");
let now = 0, shown = data.boards[0], playing = null;

const picture = board => Math.min(board.count - 1, Math.floor(now / data.step + 1e-6));
const value = (list, i) => list.length === 1 ? list[0] : list[i];
function attitude(list, i) {
    if (!list) { return null; }
    const at = list.length === 4 ? 0 : 4 * i;
    const q = [list[at], list[at + 1], list[at + 2], list[at + 3]];
    const length = Math.hypot(...q);
    return length < 1000 ? null : q.map(part => part / length);
}
// Moments worth a jump, each once.
const moments = [...new Set([0, data.end, ...data.events.map(event => event[0]),
    ...data.clients.flatMap(client => client.steps.map(step => step[0]))])]
    .filter(time => time >= 0 && time <= data.end).sort((a, b) => a - b);

const decimals = data.step < 0.1 ? 2 : data.step < 1 ? 1 : 0;
const clock = time => time.toFixed(decimals) + " s";
function put(id, text) {
    const element = $(id);
    if (element.textContent !== text) { element.textContent = text; element.title = text; }
}
const links = ["off", "advertising", "connected", "no power"];
function lightWords(i) {
    const parts = ["red", "green", "blue"].map(name => [name, Math.round(value(shown[name], i) / 2.55)]);
    const lit = parts.filter(part => part[1] > 0);
    return lit.length ? lit.map(part => part[0] + " " + part[1] + " %").join(", ") : "off";
}
function steps() {
    return data.clients.flatMap(client => {
        const running = client.steps.filter(step => step[0] <= now && now < step[1]).pop();
        return running ? [client.name + ": " + running[2]] : [];
    }).join("; ");
}
function facts() {
    const i = picture(shown);
    const light = "rgb(" + value(shown.red, i) + "," + value(shown.green, i) + ","
        + value(shown.blue, i) + ")";
    $("led").firstChild.style.background = lightWords(i) === "off" ? "none" : light;
    if ($("led").lastChild.data !== lightWords(i)) { $("led").lastChild.data = lightWords(i); }
    const step = steps();
    put("link", links[value(shown.link, i)] + (step ? " – " + step : ""));
    put("streams", data.words[value(shown.streams, i)] || "none");
    put("motor", value(shown.motor, i) ? "running" : "off");
    put("log", (value(shown.log, i) / 2.55).toFixed(1) + " % full");
    put("battery", value(shown.battery, i) + " %");
    put("clock", clock(now) + " of " + clock(data.end));
    const truth = attitude(shown.pose, i), fused = attitude(shown.fused, i);
    const dot = truth && fused ? Math.abs(truth.reduce((sum, part, k) => sum + part * fused[k], 0)) : 1;
    put("pose-words", !shown.fused ? "solid: true pose"
        : "solid: true pose; dashed: fused pose, " + (fused
            ? "off by " + (2 * Math.acos(Math.min(1, dot)) * 180 / Math.PI).toFixed(1) + "°"
            : "not running"));
}

let asked = false;
function draw() {
    if (asked) { return; }
    asked = true;
    requestAnimationFrame(() => {
        asked = false;
        facts();
        drawAll();
    });
}
function show(time, isOwn) {
    now = Math.max(0, Math.min(data.end, time));
    if (!isOwn) { slider.value = now; }
    // While it plays, a screen reader would read every picture.
    if (!playing) { slider.setAttribute("aria-valuetext", clock(now) + " of " + clock(data.end)); }
    draw();
}
function setPlaying(isOn) {
    if (isOn && now >= data.end) { now = 0; }
    playing = isOn ? {} : null;
    play.setAttribute("aria-pressed", String(isOn));
    play.firstElementChild.textContent = isOn ? "⏸" : "▶";
    play.querySelector(".label").textContent = isOn ? "Pause" : "Play";
    if (isOn) { requestAnimationFrame(turn); } else { show(now); }
}
function turn(wall) {
    if (!playing) { return; }
    const passed = playing.wall === undefined ? 0 : Math.min(0.25, (wall - playing.wall) / 1000);
    playing.wall = wall;
    show(now + passed * Number($("speed").value));
    if (now >= data.end) { setPlaying(false); } else { requestAnimationFrame(turn); }
}
const jump = step => {
    const later = moments.filter(time => step > 0 ? time > now + 1e-9 : time < now - 1e-9);
    if (later.length) { show(step > 0 ? later[0] : later[later.length - 1]); }
};
play.addEventListener("click", () => setPlaying(!playing));
$("before").addEventListener("click", () => jump(-1));
$("after").addEventListener("click", () => jump(1));
slider.addEventListener("input", () => show(Number(slider.value), true));
section.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    if (event.key === " " && (event.target === slider || event.target === section)) {
        setPlaying(!playing);
        event.preventDefault();
    }
    // The rest of the page uses the arrows for its list.
    if (event.key.startsWith("Arrow") || event.key === "Enter") { event.stopPropagation(); }
});
data.boards.forEach((board, i) => {
    $("board").add(new Option(board.name + " (" + board.model + ")", i));
});
$("which").hidden = data.boards.length < 2;
$("board").addEventListener("change", () => {
    shown = data.boards[Number($("board").value)];
    choose();
    draw();
});
$("led").append(document.createElement("i"), document.createTextNode("off"));
slider.max = data.end;
slider.step = data.step;
let colours = {};
function readColours() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ["ink", "faint", "rule", "case", "edge", "ghost", "floor", "a0", "a1", "a2", "a3"]) {
        colours[name] = style.getPropertyValue("--" + name).trim();
    }
}
function fit(canvas) {
    const scale = window.devicePixelRatio || 1;
    const width = canvas.clientWidth, height = canvas.clientHeight;
    const wide = Math.round(width * scale), high = Math.round(height * scale);
    if (canvas.width !== wide || canvas.height !== high) { canvas.width = wide; canvas.height = high; }
    const pen = canvas.getContext("2d");
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, width, height);
    return [pen, width, height];
}
function turned(q, v) {
    const [w, x, y, z] = q;
    const tx = 2 * (y * v[2] - z * v[1]), ty = 2 * (z * v[0] - x * v[2]), tz = 2 * (x * v[1] - y * v[0]);
    return [v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz,
        v[2] + w * tz + x * ty - y * tx];
}
// The eye looks from the south-west, a little from above; distances are in half lengths of a board.
const azimuth = -0.65, elevation = 0.45, distance = 9;
function seen(v, width, height) {
    const x = Math.cos(azimuth) * v[0] - Math.sin(azimuth) * v[1];
    const y = Math.sin(azimuth) * v[0] + Math.cos(azimuth) * v[1];
    const depth = Math.cos(elevation) * y - Math.sin(elevation) * v[2];
    const up = Math.sin(elevation) * y + Math.cos(elevation) * v[2];
    const size = 0.3 * Math.min(width, height) * distance / (distance + depth);
    return [width / 2 + size * x, height / 2 - size * up, depth];
}
const half = [1.1, 0.75, 0.22];
const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(i =>
    [i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]]);
const faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
const edges = [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]];
function line(pen, points) {
    pen.beginPath();
    points.forEach((p, i) => i ? pen.lineTo(p[0], p[1]) : pen.moveTo(p[0], p[1]));
}
function drawPose() {
    const [pen, width, height] = fit($("pose"));
    const at = v => seen(v, width, height);
    const i = picture(shown);
    pen.lineWidth = 1;
    pen.strokeStyle = colours.floor;
    for (let k = -3; k <= 3; k += 1) {
        line(pen, [at([k, -3, -1.6]), at([k, 3, -1.6])]); pen.stroke();
        line(pen, [at([-3, k, -1.6]), at([3, k, -1.6])]); pen.stroke();
    }
    const truth = attitude(shown.pose, i) || [1, 0, 0, 0];
    const points = corners.map(corner => at(turned(truth, corner)));
    const axes = [0, 1, 2].map(axis => {
        const from = [0, 0, 0], to = [0, 0, 0];
        from[axis] = half[axis];
        to[axis] = axis === 2 ? 1.2 : half[axis] + 0.7;
        return {axis, from: at(turned(truth, from)), to: at(turned(truth, to))};
    });
    const drawAxis = ({axis, from, to}) => {
        pen.strokeStyle = pen.fillStyle = colours["a" + axis];
        pen.lineWidth = 2.5;
        line(pen, [from, to]); pen.stroke();
        pen.font = "600 13px system-ui, sans-serif";
        const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
        pen.fillText("xyz"[axis], to[0] + 9 * (to[0] - from[0]) / length - 4,
            to[1] + 9 * (to[1] - from[1]) / length + 4);
    };
    axes.filter(axis => axis.to[2] > axis.from[2]).forEach(drawAxis);
    pen.lineWidth = 1.2;
    pen.lineJoin = "round";
    faces.forEach((face, k) => {
        const [a, b, c] = face.map(corner => points[corner]);
        if ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) >= 0) { return; }
        line(pen, face.map(corner => points[corner]));
        pen.closePath();
        pen.fillStyle = colours.case;
        pen.globalAlpha = [0.75, 1, 0.85, 0.85, 0.92, 0.92][k];
        pen.fill();
        pen.globalAlpha = 1;
        pen.strokeStyle = colours.edge;
        pen.stroke();
        if (k === 1) { drawTop(pen, truth, at, i); }
    });
    axes.filter(axis => axis.to[2] <= axis.from[2]).forEach(drawAxis);
    const fused = attitude(shown.fused, i);
    if (!fused) { return; }
    const ghost = corners.map(corner => at(turned(fused, corner)));
    pen.strokeStyle = colours.ghost;
    pen.lineWidth = 1.8;
    pen.setLineDash([6, 4]);
    for (const [a, b] of edges) { line(pen, [ghost[a], ghost[b]]); pen.stroke(); }
    for (let axis = 0; axis < 3; axis += 1) {
        const to = [0, 0, 0];
        to[axis] = axis === 2 ? 1.2 : half[axis] + 0.7;
        line(pen, [at([0, 0, 0]), at(turned(fused, to))]); pen.stroke();
    }
    pen.setLineDash([]);
}
// The LED and the button on the board's face.
function drawTop(pen, pose, at, i) {
    const disc = (x, y, radius) => line(pen, Array.from({length: 25}, (_, k) => at(turned(pose,
        [x + radius * Math.cos(k * Math.PI / 12), y + radius * Math.sin(k * Math.PI / 12), half[2]]))));
    disc(-0.45, 0, 0.32);
    pen.strokeStyle = colours.edge;
    pen.stroke();
    const light = ["red", "green", "blue"].map(name => value(shown[name], i));
    const most = Math.max(...light);
    disc(0.65, 0.35, 0.16);
    if (most > 0) {
        // A dim light is a small share of its full colour over the case.
        pen.fillStyle = "rgb(" + light.map(part => Math.round(255 * part / most)).join(",") + ")";
        pen.globalAlpha = 0.35 + 0.65 * most / 255;
        pen.fill();
        disc(0.65, 0.35, 0.3);
        pen.globalAlpha = 0.3 * most / 255;
        pen.fill();
        pen.globalAlpha = 1;
        disc(0.65, 0.35, 0.16);
    }
    pen.stroke();
}

// Seconds of a plot.
const span = Math.min(10, Math.max(data.end, 0.5));
let plots = [];
function choose() {
    const mine = data.series.filter(series => series.board === shown.name).slice(0, 12);
    $("plots").replaceChildren(...mine.map(series => {
        const part = document.createElement("div"), words = document.createElement("p");
        const canvas = document.createElement("canvas"), name = document.createElement("b");
        name.textContent = series.client + ": " + series.signal + ", " + series.source;
        canvas.setAttribute("role", "img");
        canvas.setAttribute("aria-label", name.textContent + ": measurement and truth around the chosen time");
        words.append(name, ...series.axes.map((axis, k) => {
            const cell = document.createElement("span");
            cell.style.color = "var(--a" + k % 4 + ")";
            cell.append("", document.createElement("i"));
            cell.firstChild.data = "\u2013";
            return cell;
        }));
        part.append(words, canvas);
        series.cells = [...words.querySelectorAll("span")];
        series.canvas = canvas;
        return part;
    }));
    plots = mine;
}
function placeAfter(times, time) {
    let low = 0, high = times.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (times[middle] <= time) { low = middle + 1; } else { high = middle; }
    }
    return low;
}
function drawPlot(series) {
    const [pen, width, height] = fit(series.canvas);
    const start = Math.max(0, Math.min(data.end - span, now - span / 2));
    const x = time => width * (time - start) / span;
    const y = value => height - height * (value - series.low) / (series.high - series.low);
    const from = Math.max(0, placeAfter(series.time, start) - 1);
    const to = Math.min(series.time.length, placeAfter(series.time, start + span) + 1);
    const count = series.axes.length;
    // A gap is not drawn as a line.
    const gap = Math.max(0.25, series.rate > 0 ? 3.5 / series.rate : 2,
        4 * (series.time[series.time.length - 1] - series.time[0]) / series.time.length);
    if (series.low < 0 && series.high > 0) {
        pen.strokeStyle = colours.rule;
        line(pen, [[0, y(0)], [width, y(0)]]); pen.stroke();
    }
    pen.fillStyle = colours.faint;
    pen.font = "11px system-ui, sans-serif";
    pen.fillText(series.high.toPrecision(3) + (series.unit ? " " + series.unit : ""), 4, 12);
    pen.fillText(series.low.toPrecision(3), 4, height - 4);
    for (let axis = 0; axis < count; axis += 1) {
        pen.strokeStyle = pen.fillStyle = colours["a" + axis % 4];
        // Wide and pale dots are the measurement, the thin line is the truth.
        const size = to - from > width / 2 ? 2.4 : 3.6;
        pen.globalAlpha = series.truth ? 0.45 : 1;
        for (let i = from; i < to; i += 1) {
            const value = series.values[i * count + axis];
            if (Number.isFinite(value)) { pen.fillRect(x(series.time[i]) - size / 2, y(value) - size / 2, size, size); }
        }
        pen.globalAlpha = 1;
        if (!series.truth) { continue; }
        pen.lineWidth = 1;
        pen.beginPath();
        let last = -Infinity;
        for (let i = from; i < to; i += 1) {
            const value = series.truth[i * count + axis], time = series.time[i];
            if (!Number.isFinite(value)) { continue; }
            if (time - last > gap) { pen.moveTo(x(time), y(value)); } else { pen.lineTo(x(time), y(value)); }
            last = time;
        }
        pen.stroke();
    }
    pen.strokeStyle = colours.ink;
    pen.lineWidth = 1;
    line(pen, [[x(now), 0], [x(now), height]]); pen.stroke();
    const i = placeAfter(series.time, now) - 1;
    const isFresh = i >= 0 && now - series.time[i] <= Math.max(gap, data.step);
    series.cells.forEach((cell, axis) => {
        const name = count > 1 ? series.axes[axis] + " " : "";
        const number = list => list[i * count + axis].toFixed(series.decimals)
            .replace(/^-(?=0*\.?0*$)/, "").replace("-", "\u2212");
        const text = name + (isFresh ? number(series.values) : "\u2013");
        const truth = isFresh && series.truth ? "true " + number(series.truth) : "";
        if (cell.firstChild.data !== text) { cell.firstChild.data = text; }
        if (cell.lastChild.textContent !== truth) { cell.lastChild.textContent = truth; }
    });
}

// The line in the timeline above; a click there chooses the time.
const timeline = document.querySelector("svg.timeline");
const cursor = timeline && document.createElementNS("http://www.w3.org/2000/svg", "line");
if (timeline) {
    cursor.setAttribute("class", "cursor");
    cursor.setAttribute("y1", 0);
    cursor.setAttribute("y2", timeline.viewBox.baseVal.height - 30);
    timeline.append(cursor);
    const seek = event => {
        const box = timeline.getBoundingClientRect();
        const x = (event.clientX - box.left) * timeline.viewBox.baseVal.width / box.width;
        if (x < data.axis[0] - 4 || x > data.axis[1] + 4) { return; }
        show(data.end * (x - data.axis[0]) / (data.axis[1] - data.axis[0]));
    };
    timeline.addEventListener("click", seek);
}
function drawAll() {
    drawPose();
    plots.forEach(drawPlot);
    if (!cursor) { return; }
    const x = data.axis[0] + (data.axis[1] - data.axis[0]) * (data.end ? now / data.end : 0);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColours(); draw(); });
new ResizeObserver(draw).observe(section);
section.hidden = false;
readColours();
choose();
show(0);
})();
