/// What the player draws on its canvases: the board in three dimensions, its samples around the
/// chosen time, and the cursor in the timeline.
enum PlayerDrawing {
    static let text = #"""
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

        """#
}
