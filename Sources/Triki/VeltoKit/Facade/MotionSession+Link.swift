extension MotionSession {
    /// Looks for a cap and connects when exactly one is found. Without a radio nothing happens.
    public func connect() {
        hasPipeline = true
        manager.connect()
    }

    /// Opens the last device again without a scan; the newest version alone.
    public func connectLastDevice() {
        guard traits.reconnectDelay != nil else { return }
        hasPipeline = true
        manager.connectLastDevice()
    }

    /// Whether `connectLastDevice` has a device to open.
    public var hasCachedBLEDevice: Bool { manager.hasCachedDevice }

    /// The device of the link, or of the last one: keep it for the next start of the app.
    public var rememberedDevice: DiscoveredCap? { manager.remembered }

    /// Closes the link and forgets the motion.
    public func disconnect() {
        manager.disconnect()
        reset()
    }

    /// How far the connection is.
    public var connectionState: BLEManager.State { manager.state }

    /// Every device that the scan found, in order.
    public var discoveredDevices: [DiscoveredCap] { manager.discovered }

    /// Whether the link is open and the stream was asked for.
    public var isConnected: Bool { manager.state == .connected }

    /// Takes an event of the radio that happens now.
    public func handle(_ event: RadioEvent) {
        // The manager has nothing to do with these, and they come a hundred times a second.
        if case .notified(let packet) = event {
            if isConnected { enqueueBLE(packet) }
            return
        }
        let wasUp = manager.state != .idle
        manager.handle(event, at: now)
        switch event {
        case .disconnected, .power(isOn: false): if wasUp { reset() }
        default: break
        }
    }
}
