extension MotionSession {
    /// Gives the engine what has arrived, moves one frame on, and says what it came to.
    ///
    /// - Parameter deltaTime: length of the frame in seconds; nil: measured by the clock.
    @discardableResult
    public func updateFrame(deltaTime: Double? = nil) -> MotionOutput {
        frame(frameTime(deltaTime), at: now)
        return output
    }

    /// A frame of the engine on what it already has: bytes that wait stay where they are.
    @discardableResult
    public func updateEngineFrame(deltaTime: Double? = nil) -> MotionOutput {
        if config.mode == .paddle, let pendingRaw { engine.rawX = pendingRaw }
        publish(frameTime(deltaTime), at: now)
        return output
    }

    /// A frame with a word in counts, and bytes of which only the button is read.
    @discardableResult
    public func update(
        rawX: Double? = nil, bytes: [UInt8]? = nil, deltaTime: Double? = nil
    ) -> MotionOutput {
        let seconds = frameTime(deltaTime)
        if let rawX { pendingRaw = rawX.finite }
        let now = now
        if let bytes, button.process(bytes) { lastEdge = now }
        frame(seconds, at: now)
        return output
    }

    func frame(_ seconds: Double, at now: Double) {
        flushIngress()
        publish(seconds, at: now)
    }

    /// Moves the engine on and publishes what every frame publishes.
    private func publish(_ seconds: Double, at now: Double) {
        engine.updateFrame(deltaTime: seconds, now: now)
        let output = engine.output
        var next = GameInput()
        next.posX = output.x
        next.posY = output.y
        next.shotTriggered = output.didShoot
        next.throwPower = output.throwPower
        if engine.mode == .gesture { next.throwSpeed = throwWatch.consume() }
        next.gesturePrimed = engine.isPrimed
        next.primaryAction = button.consumeClick() || output.didShoot
        input = next
    }
}
