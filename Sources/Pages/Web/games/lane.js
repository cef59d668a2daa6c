// The bowling lane in three dimensions. Where ball and pins are, the game says; how a pin lies that was pushed there, its way says.
import * as THREE from "/three/three.module.js";
import { colours } from "/shared/theme.js";

const pinHeight = 0.38;
const ballRadius = 0.1085;
/// Seconds from standing to lying.
const falling = 0.45;

/// The outline of a pin: radius and height in metres, as the rules have them.
const outline = [[0.0258, 0], [0.0359, 0.019], [0.0495, 0.0572], [0.0605, 0.1143], [0.0579, 0.1492], [0.0469, 0.1842], [0.0313, 0.219],
  [0.0235, 0.2381], [0.0229, 0.254], [0.0247, 0.2763], [0.0304, 0.3138], [0.0323, 0.343], [0.0273, 0.3647], [0.0001, pinHeight]];

export class Lane {
  constructor(canvas) {
    this.canvas = canvas;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.isSlow = isDrawnByTheProcessor(this.renderer.getContext());
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(34, 16 / 9, 0.1, 60);
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x554433, 0.9));
    const lamp = new THREE.DirectionalLight(0xffffff, 0.7);
    lamp.position.set(2, 6, -14);
    this.scene.add(lamp);
    const wood = new THREE.Mesh(new THREE.PlaneGeometry(1.0541, 20), new THREE.MeshLambertMaterial({ color: 0xc9965a }));
    wood.rotation.x = -Math.PI / 2;
    wood.position.z = -10;
    this.scene.add(wood);
    for (const side of [-1, 1]) {
      const gutter = new THREE.Mesh(new THREE.PlaneGeometry(0.24, 20), new THREE.MeshLambertMaterial({ color: 0x3a3f47 }));
      gutter.rotation.x = -Math.PI / 2;
      gutter.position.set(side * 0.65, -0.03, -10);
      this.scene.add(gutter);
    }
    // The arrows of the lane, which one aims by.
    for (let place = -3; place <= 3; place += 1) {
      const arrow = new THREE.Mesh(new THREE.ConeGeometry(0.025, 0.15, 3), new THREE.MeshLambertMaterial({ color: 0x6b4a24 }));
      arrow.rotation.x = -Math.PI / 2;
      arrow.position.set(place * 0.14, 0.002, -4.6 + 0.15 * Math.abs(place));
      arrow.scale.y = 1;
      this.scene.add(arrow);
    }
    this.ball = new THREE.Mesh(new THREE.SphereGeometry(ballRadius, 32, 24), new THREE.MeshLambertMaterial({}));
    this.scene.add(this.ball);
    const shape = new THREE.LatheGeometry(outline.map(([radius, height]) => new THREE.Vector2(radius, height)), 24);
    const white = new THREE.MeshLambertMaterial({ color: 0xf7f4ec });
    const stripe = new THREE.MeshLambertMaterial({ color: 0xc0392b });
    this.pins = Array.from({ length: 10 }, () => {
      const pin = new THREE.Group();
      pin.add(new THREE.Mesh(shape, white));
      const ring = new THREE.Mesh(new THREE.CylinderGeometry(0.0255, 0.0255, 0.014, 24), stripe);
      ring.position.y = 0.262;
      pin.add(ring);
      this.scene.add(pin);
      return pin;
    });
    this.aim = new THREE.Line(
      new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(), new THREE.Vector3(0, 0, -1)]),
      new THREE.LineDashedMaterial({ dashSize: 0.2, gapSize: 0.15 }));
    this.scene.add(this.aim);
    this.known = [];
    this.restyle();
  }

  restyle() {
    const [accent] = colours("--accent");
    this.ball.material.color = new THREE.Color(accent);
    this.aim.material.color = new THREE.Color(accent);
  }

  /// Draws with the next frame, however often it is asked; nothing if the picture would be the same.
  show(game, aim) {
    const key = JSON.stringify([game.ball, game.pins, game.rolling, Math.round(aim * 100), this.canvas.clientWidth]);
    if (key === this.shown && !this.isMoving()) return;
    this.shown = key;
    this.wish = [game, aim];
    if (this.isWaiting) return;
    this.isWaiting = true;
    const later = (call) => (this.isSlow ? setTimeout(call, 120) : requestAnimationFrame(call));
    later(() => {
      this.isWaiting = false;
      this.draw(...this.wish);
      // Pins fall on when the game says nothing new.
      if (this.isMoving()) this.show(...this.wish);
    });
  }

  /// `aim` is where the cap points, -1 to 1; 1 is two degrees, as in the game.
  draw(game, aim, now = performance.now()) {
    const { canvas, renderer, camera } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (width === 0) return;
    renderer.setPixelRatio(this.isSlow ? 0.4 : devicePixelRatio);
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    const [x, y] = game.ball;
    // The camera goes along with the ball, and stops before the pins.
    const far = game.rolling ? Math.min(y, 16) : 0;
    this.follow = (this.follow ?? 0) + (far - (this.follow ?? 0)) * (game.rolling ? 0.25 : 1);
    camera.position.set(0, 1.25, 2.4 - this.follow);
    camera.lookAt(0, 0.1, Math.max(-18.6, -9 - this.follow));
    this.ball.position.set(x, ballRadius, -y);
    this.ball.rotation.x = -y / ballRadius;
    this.ball.visible = y < 19.8;
    this.aim.visible = !game.rolling;
    const angle = (Math.max(-1, Math.min(1, aim)) * 2 * Math.PI) / 180;
    this.aim.geometry.setFromPoints([new THREE.Vector3(0, 0.01, 0), new THREE.Vector3(9 * Math.sin(angle), 0.01, -9 * Math.cos(angle))]);
    this.aim.computeLineDistances();
    this.showPins(game.pins, now);
    renderer.render(this.scene, camera);
  }

  showPins(pins, now) {
    if (pins.length !== this.known.length || pins.every(([, , down]) => !down)) this.known = pins.map(([x, y]) => ({ x, y, since: null }));
    this.pins.forEach((pin, index) => {
      pin.visible = index < pins.length;
      if (!pin.visible) return;
      const [x, y, down] = pins[index];
      const start = this.known[index];
      if (down && start.since === null) {
        start.since = now;
        // It falls the way it was pushed.
        start.way = Math.atan2(x - start.x, y - start.y);
      }
      const share = start.since === null ? 0 : Math.min(1, (now - start.since) / 1000 / falling);
      const angle = (Math.PI / 2) * share * share;
      pin.position.set(x, 0.055 * Math.sin(angle), -y);
      pin.rotation.set(0, 0, 0);
      if (start.since === null) return;
      const axis = new THREE.Vector3(-Math.cos(start.way), 0, -Math.sin(start.way));
      pin.quaternion.setFromAxisAngle(axis, angle);
    });
  }

  /// Whether a pin is still on its way down.
  isMoving(now = performance.now()) {
    return this.known.some(({ since }) => since !== null && now - since < 1000 * falling);
  }
}

/// Without a graphics card, a picture costs the time of many packets.
function isDrawnByTheProcessor(gl) {
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  return info !== null && /swiftshader|llvmpipe|software/i.test(gl.getParameter(info.UNMASKED_RENDERER_WEBGL));
}
