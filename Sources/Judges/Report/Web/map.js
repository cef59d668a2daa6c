"use strict";
{
    const chosen = name => { const box = document.getElementById(name); return box ? box.selectedIndex : 0; };
    const cell = (kind, text, row) => {
        const made = document.createElement(kind);
        made.textContent = text;
        row.append(made);
        return made;
    };
    const draw = () => {
        const keys = sweep.axes.length;
        const x = keys > 1 ? chosen("map-x") : 0;
        const y = keys > 1 && chosen("map-y") < keys ? chosen("map-y") : -1;
        const place = chosen("map-of") - 1;
        const across = sweep.axes[x];
        const down = y < 0 ? {key: "", values: [""]} : sweep.axes[y];
        const cells = down.values.map(() => across.values.map(() => [0, 0]));
        for (const world of sweep.worlds) {
            const verdict = world[keys + 1][place];
            if (place >= 0 && (verdict === undefined || verdict === "u")) { continue; }
            const found = cells[y < 0 ? 0 : world[y]][world[x]];
            found[1] += world[keys + 2];
            if (place < 0 ? world[keys] : verdict === "f") { found[0] += world[keys + 2]; }
        }
        const table = document.createElement("table");
        table.className = "heat";
        const head = table.createTHead().insertRow();
        cell("th", y < 0 ? across.key : `${down.key} ↓ ${across.key} →`, head);
        across.values.forEach(value => { cell("th", value, head).scope = "col"; });
        const body = table.createTBody();
        cells.forEach((line, i) => {
            const row = body.insertRow();
            cell("th", y < 0 ? "failed of run" : down.values[i], row).scope = "row";
            for (const [failed, total] of line) {
                const made = cell("td", total ? `${failed}/${total}` : "–", row);
                if (!total) { made.className = "none"; continue; }
                const percent = Math.round(failed / total * 100);
                made.style.setProperty("--rate", percent);
                made.title = percent + " % failed";
                if (failed / total > 0.6) { made.className = "dark"; }
            }
        });
        document.getElementById("map").replaceChildren(table);
        document.dispatchEvent(new Event("drawn"));
    };
    // A key is on one axis: the other one takes what this one had.
    const boxes = ["map-x", "map-y"].map(name => document.getElementById(name));
    const before = boxes.map(box => box && box.selectedIndex);
    boxes.forEach((box, i) => box && box.addEventListener("change", () => {
        const other = boxes[1 - i];
        if (other.selectedIndex === box.selectedIndex) {
            other.selectedIndex = before[i] < other.options.length ? before[i] : before[1 - i];
            if (other.selectedIndex === box.selectedIndex) { other.selectedIndex = box.selectedIndex ? 0 : 1; }
        }
        boxes.forEach((each, place) => { before[place] = each.selectedIndex; });
        draw();
    }));
    const of = document.getElementById("map-of");
    if (of) { of.addEventListener("change", draw); }
    // A browser that goes back to the page keeps what was chosen.
    if (boxes.concat(of).some(box => box && !box.options[box.selectedIndex].defaultSelected)) { draw(); }
}
