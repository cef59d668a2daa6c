// Files that are dropped on the page: a scenario, or a recording (CSV), which moves a board of its own.
import { byId, notify } from "/shared/dom.js";

/// Larger files belong on the command line.
const most = 220_000;

/// A scenario in which a recording moves a board and a phone looks at it.
const around = (name) => `version: 1
name: ${JSON.stringify(name)}
boards:
  - name: board
    model: MetaMotion S
    motion: [recording: {file: ${JSON.stringify(name)}, for: 3600 s, at-end: loop}]
clients:
  - name: phone
    steps:
      - connect
      - initialise
      - stream: {signals: [acceleration, rotation], for: 3600 s}
`;

export function takeDroppedFiles(view) {
  const isFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  addEventListener("dragover", (event) => {
    if (isFile(event)) event.preventDefault();
  });
  addEventListener("drop", async (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    await openFiles(view, files);
  });
  byId("open").addEventListener("change", async (event) => {
    await openFiles(view, [...event.target.files]);
    event.target.value = "";
  });
}

/// Runs a scenario with the files beside it, or a recording alone.
async function openFiles(view, files) {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > most) return notify(`${Math.round(size / 1000)} kB are too much for a page, which takes ${most / 1000}; run it with boardsim live FILE`);
  const scenario = files.find(({ name }) => /\.ya?ml$/i.test(name));
  const others = files.filter((file) => file !== scenario);
  const unknown = others.find(({ name }) => !/\.csv$/i.test(name));
  if (unknown) return notify(`${unknown.name} is neither a scenario (.yaml) nor a recording (.csv); for captures there is boardsim replay`);
  const text = scenario ? await scenario.text() : others.length === 1 ? around(others[0].name) : null;
  if (text === null) return notify("drop one recording, or a scenario with its recordings");
  const beside = {};
  for (const file of others) beside[file.name] = await file.text();
  if (await view.command("open", { text, files: beside }) === undefined) return;
  notify(`${(scenario ?? others[0]).name} runs here now; the scenario before is still among the futures`, "done");
  view.command("resume");
}
