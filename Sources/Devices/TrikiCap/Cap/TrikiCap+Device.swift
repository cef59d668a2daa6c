public import Device
import Motion

extension TrikiCap: SimulatedDevice {
    /// The product.
    public var modelName: String { Self.product }
    /// The switches that differ from the captured cap's.
    public var switchesOn: [String] { switches.names }
    /// Whether its central is connected.
    public var isConnected: Bool { connection != nil }
    /// False without a supply; a cap that sleeps has one.
    public var isPowered: Bool { !isSupplyCut }
    /// The only stream.
    /// What it streams to its host now, in a word.
    public var streaming: [String] { stream != nil && isListening ? ["motion"] : [] }
    /// One LED, green.
    public func brightness(of light: Light) -> Double { light == .green && isLightOn ? 1 : 0 }

    /// A press wakes the cap and is reported in the frames.
    public func setButton(pressed: Bool) {
        guard isButtonPressed != pressed else { return }
        isButtonPressed = pressed
        guard pressed, radio == .asleep || radio == .advertising else { return }
        wake()
    }

    /// Charge of the battery, 0 to 100 %; beyond that it is clamped.
    public func setBattery(level: Double) {
        // This order makes NaN an empty battery.
        batteryLevel = min(100, max(0, level))
    }

    /// The cap has no thermometer that a host could read.
    public func setSensor(_ sensor: Sensor, isStuck: Bool) {
        switch sensor {
        case .accelerometer: accelerometer.isStuck = isStuck
        case .gyroscope: gyroscope.isStuck = isStuck
        case .thermometer: break
        }
    }

    /// As if the battery lost contact for a moment.
    public func resetByPin() {
        guard !isSupplyCut else { return }
        trace("reset")
        reboot()
    }

    /// The battery is removed.
    public func powerOff() {
        guard !isSupplyCut else { return }
        trace("power lost")
        isSupplyCut = true
        forgetAll()
    }

    /// The battery is inserted: the firmware starts.
    public func powerOn() {
        guard isSupplyCut else { return }
        isSupplyCut = false
        trace("power back")
        schedule(.boot, after: Self.bootTime)
    }
}

extension TrikiCap {
    /// What it does as a whole: `asleep`, `off`, `advertising` or `connected`.
    package var stateWord: String { isSupplyCut ? "off" : "\(radio)" }
    /// Counts of a g and of a degree a second, as its sensors are set.
    package var scales: (acceleration: Double, rotation: Double) {
        (accelerometer.configuration.countsPerUnit, gyroscope.configuration.countsPerUnit)
    }
}
