// The pictures of the games. All measures come from the state; the canvas is scaled to them.

/// Makes a canvas as fine as the screen; its size in CSS pixels.
export function fit(canvas) {
  const ratio = devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

function disc(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

/// 160 by 90 units, the paddle at the bottom.
export function pong({ context, width, height }, game, ink) {
  const scale = Math.min(width / 160, height / 90);
  context.translate((width - 160 * scale) / 2, (height - 90 * scale) / 2);
  context.scale(scale, scale);
  context.fillStyle = ink.muted;
  context.fillRect(0, 0, 160, 1);
  context.fillStyle = ink.accent;
  context.fillRect(game.paddle - 26, 84, 52, 4);
  context.fillStyle = ink.ink;
  disc(context, game.ball[0], 90 - game.ball[1], 2);
}

const rings = [0.17, 0.162, 0.107, 0.099, 0.0159, 0.00635];
const numbers = [20, 1, 18, 4, 13, 6, 10, 15, 2, 17, 3, 19, 7, 16, 8, 11, 14, 9, 12, 5];

/// The fields in the colours of a real board, which are the same in the dark.
function fields(context, scale) {
  const [dark, light, red, green] = ["#23262b", "#efe3c2", "#c0392b", "#1f7a43"];
  const ring = (outer, inner, colour, from, to) => {
    context.fillStyle = colour;
    context.beginPath();
    context.arc(0, 0, outer * scale, from, to);
    context.arc(0, 0, inner * scale, to, from, true);
    context.fill();
  };
  numbers.forEach((_, index) => {
    const middle = (index / 20) * 2 * Math.PI - Math.PI / 2;
    const [from, to] = [middle - Math.PI / 20, middle + Math.PI / 20];
    const isDark = index % 2 === 0;
    ring(rings[0], rings[4], isDark ? dark : light, from, to);
    ring(rings[0], rings[1], isDark ? red : green, from, to);
    ring(rings[2], rings[3], isDark ? red : green, from, to);
  });
  context.fillStyle = green;
  disc(context, 0, 0, rings[4] * scale);
  context.fillStyle = red;
  disc(context, 0, 0, rings[5] * scale);
}

/// A board of 45 cm from the front; darts grow smaller on their way.
export function dart({ context, width, height }, game, ink, input = { x: 0, power: 0, primed: false }) {
  const scale = height / 0.5;
  context.translate(width / 2, height / 2);
  fields(context, scale);
  context.fillStyle = ink.ink;
  context.font = "12px system-ui";
  context.textAlign = "center";
  context.textBaseline = "middle";
  numbers.forEach((number, index) => {
    const angle = (index / 20) * 2 * Math.PI;
    context.fillText(number, 0.2 * scale * Math.sin(angle), -0.2 * scale * Math.cos(angle));
  });
  game.places.forEach(([x, y], index) => {
    context.fillStyle = "#ffffff";
    disc(context, x * scale, -y * scale, 9);
    context.fillStyle = "#1a56c4";
    disc(context, x * scale, -y * scale, 8);
    context.fillStyle = "#ffffff";
    context.fillText(index + 1, x * scale, -y * scale);
  });
  if (!game.flight && game.hits.length < 3) aim({ context, width, height }, scale, input, ink);
  if (game.flight) {
    const [x, y, z] = game.flight;
    // The way so far, from the hand in front of the board.
    const at = (share) => [x * share * scale, (1 - share) * height * 0.45 - y * share * scale];
    context.strokeStyle = ink.accent;
    context.setLineDash([3, 4]);
    context.beginPath();
    for (let step = 0; step <= 20; step += 1) context.lineTo(...at(step / 20));
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = ink.accent;
    disc(context, x * scale, -y * scale, 6 + 24 * Math.max(0, 1 - z / 2.37));
  }
}

/// Where a dart goes that is thrown now: the side is the cap's, the height is the strength's, which full power has at the bull.
function aim({ context, height }, scale, input, ink) {
  const side = 2.37 * Math.tan((Math.max(-1, Math.min(1, input.x)) * 6 * Math.PI) / 180);
  context.strokeStyle = ink.accent;
  context.setLineDash([6, 5]);
  context.beginPath();
  context.moveTo(side * scale, -height / 2);
  context.lineTo(side * scale, height / 2);
  context.stroke();
  context.setLineDash([]);
  if (!input.primed) return;
  context.fillStyle = ink.accent;
  context.fillText("drawn back: throw", side * scale, height * 0.46);
}

const laneEnd = 19.9;

/// Where a place on the lane is in a picture of this size, and how large a metre is there, against one at the foul line.
export function onLane(width, height, x, y) {
  const size = (distance) => 1 / (1 + 0.1 * Math.max(0, distance));
  const share = size(y);
  // Height goes with size, so that what is straight stays straight.
  const depth = (1 - share) / (1 - size(laneEnd));
  return [width / 2 + x * width * 0.62 * share, height * (0.97 - 0.72 * depth), share];
}

/// The lane in perspective: 18.3 m to the head pin.
export function bowling({ context, width, height }, game, ink, { isLane } = {}) {
  if (isLane) return sheet(context, game, ink);
  const place = (x, y) => onLane(width, height, x, y);
  context.strokeStyle = ink.muted;
  context.beginPath();
  for (const side of [-0.527, 0.527]) {
    const [x0, y0] = place(side, 0);
    context.moveTo(x0, y0);
    context.lineTo(...place(side, laneEnd).slice(0, 2));
  }
  context.stroke();
  const things = [...game.pins.map(([x, y, down]) => ({ x, y, down, pin: true })), { x: game.ball[0], y: game.ball[1] }];
  things.sort((one, two) => two.y - one.y);
  for (const thing of things) {
    const [x, y, size] = place(thing.x, thing.y);
    if (!thing.pin) {
      context.fillStyle = ink.accent;
      disc(context, x, y - 0.1085 * width * 0.62 * size, 0.1085 * width * 0.62 * size);
    } else if (thing.down) {
      context.strokeStyle = ink.muted;
      context.strokeRect(x - 5, y - 3, 10, 3);
    } else {
      context.fillStyle = ink.ink;
      context.fillRect(x - 3, y - 20, 6, 20);
      disc(context, x, y - 22, 3);
    }
  }
  sheet(context, game, ink);
}

function sheet(context, game, ink) {
  context.fillStyle = ink.ink;
  context.font = "13px system-ui";
  context.textAlign = "left";
  context.textBaseline = "top";
  context.fillText(`Rolls ${game.rolls.join(" ")}`, 10, 8);
  context.fillText(`Frames ${game.frames.join(" ")}`, 10, 26);
}

/// The cap as a disc that lies as the cap does; the mark is its far edge.
export function pose({ context, width, height }, [w, x, y, z], ink) {
  const radius = Math.min(width, height) * 0.36;
  const turn = ([a, b, c]) => [
    (1 - 2 * (y * y + z * z)) * a + 2 * (x * y - w * z) * b + 2 * (x * z + w * y) * c,
    2 * (x * y + w * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - w * x) * c,
    2 * (x * z - w * y) * a + 2 * (y * z + w * x) * b + (1 - 2 * (x * x + y * y)) * c,
  ];
  // Seen from the front and above.
  const view = (point) => {
    const [a, b, c] = turn(point);
    return [width / 2 + radius * a, height / 2 - radius * (0.5 * b + 0.866 * c)];
  };
  const ring = (level) => {
    context.beginPath();
    for (let step = 0; step <= 40; step += 1) {
      const angle = (step / 40) * 2 * Math.PI;
      context.lineTo(...view([Math.cos(angle), Math.sin(angle), level]));
    }
  };
  context.lineWidth = 2;
  context.strokeStyle = ink.muted;
  ring(-0.12);
  context.stroke();
  context.strokeStyle = ink.accent;
  ring(0.12);
  context.stroke();
  context.fillStyle = ink.bad;
  disc(context, ...view([0, 0.8, 0.12]), 4);
}
