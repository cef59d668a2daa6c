/// The script of the player: its data, controls, keys and texts. What it draws is in
/// ``PlayerDrawing``; both are one script.
enum PlayerScript {
    static let text = #"""

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

        """#
}
