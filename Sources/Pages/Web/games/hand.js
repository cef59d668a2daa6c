// A hand at the simulated cap: mouse, keys, buttons, or a phone's attitude.
import { attempt, byId, throttle } from "/shared/dom.js";

/// Wires the controls; `send` performs a command. `towards` says where an arrow key to the left (-1) or right (1) turns the
/// cap, from -1 to 1.
export function hand(send, towards) {
  const steer = throttle(30, (x, y) => attempt(send("steer", { x, y })));
  const limited = (value) => Math.max(-1, Math.min(1, value));
  const pad = byId("pad");
  const keys = new Set();
  let dragging = null;

  function drag(event) {
    const box = pad.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 2 - 1;
    const y = 1 - ((event.clientY - box.top) / box.height) * 2;
    steer(limited(1.15 * x), limited(1.15 * y));
  }
  pad.addEventListener("pointerdown", (event) => {
    dragging = event.pointerId;
    pad.setPointerCapture(event.pointerId);
    pad.focus();
    drag(event);
    event.preventDefault();
  });
  pad.addEventListener("pointermove", (event) => {
    if (event.pointerId === dragging) drag(event);
  });
  const release = (event) => {
    if (event.pointerId !== dragging) return;
    dragging = null;
    steer(0, 0);
  };
  // A capture can be lost without the pointer being released.
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) pad.addEventListener(name, release);

  let isDown = false;
  function press(down) {
    if (down === isDown) return;
    isDown = down;
    attempt(send("button", { down }));
  }
  const button = byId("button");
  button.addEventListener("pointerdown", () => press(true));
  for (const name of ["pointerup", "pointerleave", "pointercancel"]) {
    button.addEventListener(name, () => press(false));
  }

  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  function arrowsDown() {
    const sum = [...keys].reduce(([x, y], key) => [x + arrows[key][0], y + arrows[key][1]], [0, 0]);
    const side = Math.sign(sum[0]);
    steer(side === 0 ? 0 : limited(towards(side)), limited(sum[1]));
  }
  // Space and Enter do what they do on any other control that has the focus.
  const isOurs = (event) => event.target === document.body || event.target === pad || event.target === button;
  addEventListener("keydown", (event) => {
    if (event.key in arrows && !event.ctrlKey && !event.altKey && !event.metaKey) {
      keys.add(event.key);
      arrowsDown();
      event.preventDefault();
    } else if (event.key === " " && isOurs(event)) {
      press(true);
      event.preventDefault();
    }
  });
  addEventListener("keyup", (event) => {
    if (event.key in arrows) {
      keys.delete(event.key);
      arrowsDown();
    } else if (event.key === " " && isOurs(event)) {
      press(false);
      event.preventDefault();
    }
  });
  addEventListener("blur", () => {
    keys.clear();
    steer(0, 0);
    press(false);
  });

  byId("soft").addEventListener("click", () => attempt(send("throw", { strength: 0.4 })));
  byId("hard").addEventListener("click", () => attempt(send("throw", { strength: 1 })));
  phone(send);
}

/// A phone turns the cap by its own attitude (W3C device orientation: intrinsic z, x', y'').
export function attitude(alpha, beta, gamma) {
  const half = Math.PI / 360;
  const [z, x, y] = [alpha * half, beta * half, gamma * half];
  const [cz, sz, cx, sx, cy, sy] = [Math.cos(z), Math.sin(z), Math.cos(x), Math.sin(x), Math.cos(y), Math.sin(y)];
  return [cx * cy * cz - sx * sy * sz, sx * cy * cz - cx * sy * sz, cx * sy * cz + sx * cy * sz, cx * cy * sz + sx * sy * cz];
}

function phone(send) {
  const control = byId("phone");
  control.hidden = typeof DeviceOrientationEvent === "undefined";
  const turn = throttle(16, (orientation) => attempt(send("turn", { orientation })));
  const listen = (event) => {
    if (event.alpha === null || event.beta === null || event.gamma === null) return;
    turn(attitude(event.alpha, event.beta, event.gamma));
  };
  control.addEventListener("click", async () => {
    const isOn = control.getAttribute("aria-pressed") !== "true";
    if (isOn && typeof DeviceOrientationEvent.requestPermission === "function") {
      if ((await attempt(DeviceOrientationEvent.requestPermission())) !== "granted") return;
    }
    control.setAttribute("aria-pressed", isOn);
    if (isOn) addEventListener("deviceorientation", listen);
    else removeEventListener("deviceorientation", listen);
  });
}
