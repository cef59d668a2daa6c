extension MotionSession {
    /// Moves one frame on and says what the player does.
    ///
    /// Before `connect` was called this is a plain frame: position, action and throw, no sensors.
    ///
    /// - Parameter deltaTime: length of the frame in seconds; nil: measured by the clock.
    @discardableResult
    public func pollInput(deltaTime: Double? = nil) -> GameInput {
        poll(frameTime(deltaTime))
        return input
    }

    func poll(_ seconds: Double) {
        let now = now
        noteSilence(at: now)
        guard hasPipeline else { return frame(seconds, at: now) }
        let isPaddle = engine.mode == .paddle
        if isPaddle { parser.refreshTilt() } else { parser.flush(at: now) }
        let sensors = parser.sensors(at: now)
        if !isPaddle { setIngressSupplement(sensors) }
        if traits.hasGamepad { playGamepad(seconds) }
        let impulses = parser.consumeImpulses()
        frame(seconds, at: now)
        enrich(sensors, shake: impulses.shake, at: now)
        snapshotInput = input
        if now - lastLive >= Self.liveInterval {
            lastLive = now
            liveInput = input
        }
    }

    private func noteSilence(at now: Double) {
        let silence = lastPacket.map { now - $0 }
        if let silence {
            if traits.hasGamepad { monitor.poll(silence: silence) }
            if silence > traits.receivingWindow[bleMode] { isReceiving = false }
        }
        manager.advance(to: now, silence: silence, mode: bleMode)
    }

    /// What a poll adds to a frame.
    private func enrich(_ sensors: MotionSensors, shake: Bool, at now: Double) {
        let isPaddle = engine.mode == .paddle
        input.lateral = input.posX
        input.lateralSmooth = input.posX
        input.tiltX = sensors.tiltX
        input.tiltY = sensors.tiltY
        input.shake = shake
        input.sensors = sensors
        if traits.hasGamepad { enrichGamepad(at: now) }
        input.sensors.click = sensors.click || input.primaryAction && !input.shotTriggered
        guard !isPaddle || traits.hasGamepad else { return }
        let debug = engine.debug
        input.moveX = debug.rawX
        input.moveY = debug.rawY
        input.moveZ = debug.paddleGyroZ
        input.rotation = sensors.rotation
        input.intensity = sensors.motion
        input.pitch = sensors.tiltY
        input.roll = sensors.tiltX
        input.spin = sensors.speed
        if !traits.hasGamepad || input.deltaX == 0 { input.deltaX = debug.relX }
        input.deltaY = debug.relY
        input.velocityY = debug.relY
        input.pointerDirection = PointerDirection(x: input.posX, y: input.posY)
    }

    private func playGamepad(_ seconds: Double) {
        gamepadEvents = GamepadEvents()
        guard !gamepadFrames.isEmpty else { return }
        let share = seconds / Double(gamepadFrames.count)
        for frame in gamepadFrames where frame.isValid {
            gamepadEvents.add(
                gamepad.update(
                    y: frame.y, button: frame.button, deltaTime: share, mode: monitor.mode))
        }
        gamepadFrames.removeAll(keepingCapacity: true)
    }

    private func enrichGamepad(at now: Double) {
        let pad = gamepad.output
        input.bleMode = monitor.mode
        input.bleButtonClick = now - lastEdge < traits.clickDuration
        let isAction = input.shotTriggered || gamepadEvents.action
        input.primaryAction = input.bleButtonClick || engine.mode != .paddle && isAction
        input.tiltLeft = pad.tiltLeft
        input.tiltRight = pad.tiltRight
        input.trikiVelocity = Double(pad.velocity).finite
        input.isMoving = pad.isMoving
        input.flick = gamepadEvents.swing
        input.shake = input.shake || gamepadEvents.shake
        if pad.velocity > 0.5 {
            input.deltaX = (Double(pad.direction) * Double(pad.velocity) * 0.012).finite
        }
        // With a limit beyond reason, two finite positions may lie further apart than a number can say.
        input.frameDeltaX = (input.posX - lastPosition.x).finite
        input.frameDeltaY = (input.posY - lastPosition.y).finite
        lastPosition = (input.posX, input.posY)
    }
}

/// What the gamepad found in the frames of one poll and in no other; its levels stay.
struct GamepadEvents {
    private(set) var action = false
    private(set) var shake = false
    private(set) var swing = false

    mutating func add(_ output: TrikiMotionEngine.Output) {
        action = action || output.action
        shake = shake || output.shake
        swing = swing || output.swing
    }
}
