extension MotionSession {
    /// Takes a notification of the cap that arrives now.
    public func enqueueBLE(_ packet: [UInt8]) {
        let now = now
        isReceiving = true
        lastPacket = now
        if traits.hasGamepad { monitor.packetArrived(at: now) }
        if button.process(packet) { lastEdge = now }
        if hasPipeline {
            parser.enqueue(packet, at: now)
            if traits.hasGamepad { enqueueGamepad(packet, at: now) }
        }
        let mode = engine.mode
        if mode == .paddle {
            if let word = BLEGyroParser.gyroRawFromPacket(packet) { pendingRaw = Double(word) }
        } else {
            ingress.append(packet)
        }
        if mode == .gesture { throwWatch.take(packet, at: now, engine.config.axisMapping) }
    }

    /// Gives the engine what has arrived; frames and polls do so themselves.
    public func flushIngress() {
        if engine.mode == .paddle {
            if let pendingRaw { engine.rawX = pendingRaw }
            return
        }
        let blocks = BLEGyroParser.drain(&ingress)
        var g = (x: supplement.tiltX, y: supplement.gyroY, z: 0.0)
        if let block = blocks.last {
            g = blocks.count > 1 ? (block.x, block.y, block.z) : block.tilt
        }
        feed(g, blockIndex: max(0, blocks.count - 1))
    }

    /// What stands in for the cap while no packet arrives: tilt, rotation and the gyroscope's y, each -1 to 1.
    public func setIngressSupplement(_ sensors: MotionSensors) {
        supplement = sensors
        supplement.tiltX = sensors.tiltX.finite
        supplement.gyroY = sensors.gyroY.finite
        supplement.rotation = sensors.rotation.finite
    }

    /// Takes decoded axes, each -1 to 1, instead of bytes.
    public func ingestTrikiFrame(gyroX: Double, gyroY: Double, gyroZ: Double, rotation: Double) {
        supplement.rotation = MotionMath.clamp(rotation)
        supplement.gyroY = MotionMath.clamp(gyroY)
        let g = (MotionMath.clamp(gyroX), MotionMath.clamp(gyroY), MotionMath.clamp(gyroZ))
        if config.mode == .paddle {
            let x = config.axisMapping.map(
                gyroX: g.0, gyroY: g.1, gyroZ: g.2, rotation: supplement.rotation
            ).x
            pendingRaw = x * BLEGyroParser.gyroDivisor
        } else {
            feed(g, blockIndex: 1)
        }
    }

    private func feed(_ g: (x: Double, y: Double, z: Double), blockIndex: Int) {
        let mapped = engine.config.axisMapping.map(
            gyroX: g.x, gyroY: g.y, gyroZ: g.z, rotation: supplement.rotation)
        engine.feed(x: mapped.x, y: mapped.y, blockIndex: blockIndex)
        engine.gyroZ = MotionMath.clamp(g.z)
        engine.rotation = MotionMath.clamp(supplement.rotation)
    }

    private func enqueueGamepad(_ packet: [UInt8], at now: Double) {
        gamepadParser.stream(packet) { frame in
            // Frames that no poll takes are worth nothing after some time.
            if gamepadFrames.count >= 64 { gamepadFrames.removeFirst(32) }
            gamepadFrames.append(frame)
            if frame.button {
                button.latch()
                lastEdge = now
            }
        }
    }
}
