// Links to an instant: `#at=26.1`, with the scenario in them if it is short enough.
import { byId, notify } from "/shared/dom.js";

/// Longer links are cut by mail programs and chats.
const longest = 2000;

const toText = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const toBytes = (words) => Uint8Array.from(atob(words.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/// The address of the moment that is shown, and what a person should know of it.
export async function linkTo(view) {
  const at = view.state.time.now;
  const shared = await view.command("share");
  if (!shared) return null;
  const packed = toText(await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(shared.text)));
  const isShort = packed.length <= longest;
  const url = `#at=${at}${isShort ? `&scenario=${packed}` : ""}`;
  const named = shared.files.length > 0 ? `; whoever opens it needs ${shared.files.join(", ")} beside the scenario` : "";
  return { url, note: isShort ? named : "; the scenario is too long for it: send its file, too" };
}

/// Shows what the address of this page names, once there is a state.
export async function openLink(view) {
  const wish = new URLSearchParams(location.hash.slice(1));
  const at = Number(wish.get("at") ?? NaN);
  const packed = wish.get("scenario");
  if (!Number.isFinite(at) && !packed) return;
  while (!view.state.time) await new Promise((done) => setTimeout(done, 50));
  if (!packed) return view.command("look", { at });
  let words;
  try {
    words = new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), toBytes(packed)));
  } catch {
    return notify("the scenario in the address of this page cannot be read");
  }
  const shared = await view.command("share");
  if (shared?.text === words) return view.command("look", { at });
  // What a stranger's link says is run only if a person wants it.
  const dialog = byId("offer");
  byId("offer-text").textContent = words;
  byId("offer-open").onclick = async () => {
    dialog.close();
    view.command("open", Number.isFinite(at) ? { text: words, at } : { text: words });
  };
  byId("offer-close").onclick = () => dialog.close();
  dialog.showModal();
}
