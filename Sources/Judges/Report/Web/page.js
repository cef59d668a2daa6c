"use strict";
const field = document.getElementById("words");
const items = [...document.querySelectorAll(".item")];
const texts = items.map(item => item.textContent.toLowerCase());
const boxes = [...document.querySelectorAll(".box input")];
const handle = item => item.querySelector("summary") || item;
const seen = () => items.filter(item => !item.hidden);
function find() {
    const words = field.value.toLowerCase().split(/\s+/).filter(word => word);
    const hidden = boxes.filter(box => !box.checked).map(box => box.value);
    items.forEach((item, i) => {
        item.hidden = hidden.some(kind => item.classList.contains(kind))
            || !words.every(word => texts[i].includes(word));
    });
    document.getElementById("shown").textContent = seen().length + " of " + items.length;
}
function walk(step) {
    const all = seen().map(handle);
    const now = all.indexOf(document.activeElement);
    const next = all[now < 0 ? (step > 0 ? 0 : all.length - 1) : now + step];
    if (next) { next.focus(); next.scrollIntoView({block: "center"}); }
    else if (step < 0) { field.focus(); }
}
field.addEventListener("input", find);
boxes.forEach(box => box.addEventListener("change", find));
document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    const writes = document.activeElement === field;
    if (event.key === "/" && !writes) { field.focus(); field.select(); }
    else if (event.key === "ArrowDown") { walk(1); }
    else if (event.key === "ArrowUp") { walk(-1); }
    else if (event.key === "Escape") {
        field.value = "";
        boxes.forEach(box => { box.checked = true; });
        find();
        field.focus();
    }
    else if (event.key === "Enter" && writes) {
        const first = seen()[0];
        if (first) { first.open = true; handle(first).focus(); }
    }
    else { return; }
    event.preventDefault();
});
// What is wider than the page says so: scroll bars are hidden on many screens.
const watch = new ResizeObserver(entries => entries.forEach(entry => look(entry.target)));
function look(box) {
    const isWide = box.scrollWidth > box.clientWidth + 1;
    box.classList.toggle("wide", isWide);
    if (isWide) { box.tabIndex = 0; } else { box.removeAttribute("tabindex"); }
}
function watchAll() {
    document.querySelectorAll("main > figure, main table, main pre, .inside figure, main > details > figure").forEach(box => {
        watch.observe(box);
        look(box);
    });
}
document.addEventListener("drawn", watchAll);
watchAll();
let closed = [];
addEventListener("beforeprint", () => {
    closed = seen().filter(item => item.open === false);
    closed.forEach(item => { item.open = true; });
});
addEventListener("afterprint", () => closed.forEach(item => { item.open = false; }));
find();
