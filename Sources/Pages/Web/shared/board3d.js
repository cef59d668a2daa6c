// A board in three dimensions: the true one, and beside it how the firmware's fusion sees it.
//
// The world is that of the simulation: x east, y north, z up, in metres. three.js has y up.
import * as THREE from "/three/three.module.js";
import { colours, onTheme } from "./theme.js";
import { fieldOfView, metre, Viewpoint } from "./viewpoint.js";

const size = 1.5; // Of a board, in units of the scene.

export class BoardView {
  /// `kind` is that of the device: a `metawear` or a `triki`.
  constructor(canvas, { fused = true, viewpoint = new Viewpoint(), kind = "metawear" } = {}) {
    this.canvas = canvas;
    this.viewpoint = viewpoint;
    this.kind = kind;
    this.hasFused = fused;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(fieldOfView, 4 / 3, 0.1, 100);
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x556070, 0.85));
    const sun = new THREE.DirectionalLight(0xffffff, 0.55);
    sun.position.set(3, 6, 4);
    this.scene.add(sun);
    this.world = new THREE.Group();
    this.world.rotation.x = -Math.PI / 2;
    this.scene.add(this.world);
    this.makeBoards();
    this.frames = 0;
    this.dirty = true;
    this.shaking = 0;
    new ResizeObserver(() => this.resize()).observe(canvas);
    onTheme(() => this.restyle());
    this.restyle();
    this.resize();
  }

  makeBoards() {
    for (const old of [this.body, this.ghost]) if (old) this.world.remove(old);
    this.body = this.makeBoard(false);
    this.ghost = this.hasFused ? this.makeBoard(true) : null;
    this.world.add(this.body);
    if (!this.ghost) return;
    this.ghost.visible = false;
    this.world.add(this.ghost);
  }

  makeBoard(isGhost) {
    const board = new THREE.Group();
    const material = (color, more = {}) => new THREE.MeshStandardMaterial({
      color, roughness: 0.65, metalness: 0.05,
      ...(isGhost ? { transparent: true, opacity: 0.55 } : {}), ...more,
    });
    const add = (geometry, color, x, y, z, more) => {
      const mesh = new THREE.Mesh(geometry, material(color, more));
      mesh.position.set(x * size, y * size, z * size);
      board.add(mesh);
      return mesh;
    };
    const box = (x, y, z) => new THREE.BoxGeometry(x * size, y * size, z * size);
    const disc = (radius, height, below = radius) => {
      const shape = new THREE.CylinderGeometry(radius * size, below * size, height * size, 48);
      shape.rotateX(Math.PI / 2);
      return shape;
    };
    const lamp = new THREE.SphereGeometry(0.055 * size, 20, 14);
    if (this.kind === "triki") {
      // A round cap: its lid is the button, and its light is at the rim.
      add(disc(0.46, 0.16, 0.5), isGhost ? 0x44618f : 0x2b2f36, 0, 0, 0);
      board.raised = 0.12;
      board.button = add(disc(0.34, 0.1), isGhost ? 0x8ea3c4 : 0xf08a24, 0, 0, board.raised);
      board.lamp = add(lamp, 0xdfe3e8, 0.4, 0, 0.08, { emissive: 0x000000, roughness: 0.3 });
    } else {
      add(box(1, 0.74, 0.07), isGhost ? 0x44618f : 0x17663a, 0, 0, 0);
      add(box(0.22, 0.22, 0.05), 0x23272d, -0.12, 0.06, 0.06);
      add(box(0.12, 0.12, 0.04), 0x30353c, 0.14, -0.16, 0.055);
      add(box(0.12, 0.3, 0.09), 0xb9bec6, -0.47, 0, 0.05, { metalness: 0.6, roughness: 0.35 });
      board.raised = 0.075;
      board.button = add(disc(0.075, 0.09), 0xe9ecf0, 0.36, 0.2, board.raised);
      board.lamp = add(lamp, 0xdfe3e8, 0.36, -0.2, 0.06, { emissive: 0x000000, roughness: 0.3 });
    }
    const glow = new THREE.SpriteMaterial({ map: glowTexture(), color: 0x000000, transparent: true,
      blending: THREE.AdditiveBlending, depthWrite: false });
    board.glow = new THREE.Sprite(glow);
    board.glow.position.copy(board.lamp.position);
    board.glow.scale.set(0.9, 0.9, 0.9);
    board.add(board.glow);
    board.axes = ["x", "y", "z"].map((name, index) => {
      const direction = new THREE.Vector3(index === 0 ? 1 : 0, index === 1 ? 1 : 0, index === 2 ? 1 : 0);
      const arrow = new THREE.ArrowHelper(direction, new THREE.Vector3(), 1.25, 0xffffff, 0.16, 0.1);
      const label = new THREE.Sprite(new THREE.SpriteMaterial({ map: letterTexture(name), transparent: true }));
      label.position.copy(direction).multiplyScalar(1.42);
      label.scale.set(0.3, 0.3, 0.3);
      board.add(arrow, label);
      return { arrow, label };
    });
    return board;
  }

  restyle() {
    const axes = colours("--x", "--y", "--z");
    for (const board of [this.body, this.ghost]) {
      board?.axes.forEach(({ arrow, label }, index) => {
        arrow.setColor(new THREE.Color(axes[index]));
        label.material.color = new THREE.Color(axes[index]);
      });
    }
    const [edge] = colours("--edge");
    if (this.floor) this.world.remove(this.floor);
    this.floor = new THREE.GridHelper(6, 12, new THREE.Color(edge), new THREE.Color(edge));
    this.floor.material.transparent = true;
    this.floor.material.opacity = 0.6;
    this.floor.rotation.x = Math.PI / 2;
    this.floor.position.z = -1.6;
    this.world.add(this.floor);
    this.dirty = true;
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    // Both boards fit, however narrow the picture is.
    this.viewpoint.distance = (this.ghost?.visible ? 7.4 : 5.6) * Math.max(1, 1.45 / this.camera.aspect);
    this.look(0, 0);
  }

  /// Turns the camera by angles.
  look(turn, lift) {
    this.viewpoint.look(turn, lift);
    this.camera.position.set(...this.viewpoint.position);
    this.camera.lookAt(...this.viewpoint.target);
    this.camera.updateProjectionMatrix();
    this.dirty = true;
  }

  /// Shows a state: `q` is [w, x, y, z], `p` in metres; `fused` may be null.
  show({ q, p, fused, rgb, pressed, duty, kind = this.kind }) {
    if (kind !== this.kind) {
      this.kind = kind;
      this.makeBoards();
      this.restyle();
      this.resize();
    }
    const hasGhost = this.ghost !== null && fused !== null && fused !== undefined;
    const side = hasGhost ? 1.25 : 0;
    const limit = (value) => Math.max(-1.2, Math.min(1.2, value * metre));
    const place = p ?? [0, 0, 0];
    this.body.quaternion.set(q[1], q[2], q[3], q[0]);
    this.body.position.set(limit(place[0]) - side, limit(place[1]), limit(place[2]));
    if (this.ghost) {
      if (this.ghost.visible !== hasGhost) {
        this.ghost.visible = hasGhost;
        this.resize();
      }
      if (hasGhost) this.ghost.quaternion.set(fused[1], fused[2], fused[3], fused[0]);
      this.ghost.position.set(side, 0, 0);
    }
    for (const board of [this.body, this.ghost]) {
      if (!board) continue;
      const [r, g, b] = rgb ?? [0, 0, 0];
      board.lamp.material.emissive.setRGB(r, g, b);
      board.glow.material.color.setRGB(r, g, b);
      board.glow.visible = r + g + b > 0;
      board.button.position.z = (board.raised - (pressed ? 0.03 : 0)) * size;
    }
    this.shaking = duty ?? 0;
    this.dirty = true;
  }

  draw() {
    if (!this.dirty && this.shaking === 0) return;
    this.dirty = false;
    const shake = this.shaking > 0 ? Math.sin(this.frames * 2.1) * 0.02 * this.shaking : 0;
    this.scene.position.x = shake;
    this.renderer.render(this.scene, this.camera);
    this.frames += 1;
  }
}

function texture(draw) {
  const canvas = document.createElement("canvas");
  canvas.width = 64;
  canvas.height = 64;
  draw(canvas.getContext("2d"));
  return new THREE.CanvasTexture(canvas);
}

function letterTexture(letter) {
  return texture((c) => {
    c.fillStyle = "#fff";
    c.font = "bold 46px system-ui, sans-serif";
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText(letter, 32, 32);
  });
}

function glowTexture() {
  return texture((c) => {
    const gradient = c.createRadialGradient(32, 32, 0, 32, 32, 32);
    gradient.addColorStop(0, "rgba(255,255,255,1)");
    gradient.addColorStop(0.3, "rgba(255,255,255,0.5)");
    gradient.addColorStop(1, "rgba(255,255,255,0)");
    c.fillStyle = gradient;
    c.fillRect(0, 0, 64, 64);
  });
}
