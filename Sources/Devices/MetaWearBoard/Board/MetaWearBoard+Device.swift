public import Device
package import Motion
package import Peripheral
package import Simulation
import Wire

extension MetaWearBoard: SimulatedDevice, ChargedDevice, PinnedDevice, RecordingDevice {
    /// `MetaMotion S`.
    public var modelName: String { profile.name }
    /// Its quirks, but for what every board of the model does.
    public var switchesOn: [String] {
        quirks.subtracting(profile.quirks).map { $0.rawValue }.sorted()
    }
    /// Charge of the battery, 0 to 100 %.
    public var batteryLevel: Double { hardware.batteryLevel }

    /// Sets the battery's charge; its voltage follows.
    public func setBattery(level: Double) { setBattery(level: level, millivolts: nil) }

    /// In steps of 1/31.
    public func brightness(of light: Light) -> Double {
        switch light {
        case .red: lightIntensity(.red) / 31
        case .green: lightIntensity(.green) / 31
        case .blue: lightIntensity(.blue) / 31
        }
    }

    /// Whether the haptic module drives its pin.
    public var isVibrating: Bool {
        let haptic: Haptic? = module()
        return (haptic?.duty(at: now) ?? 0) > 0
    }

    /// The attitude that sensor fusion has found, body to world; nil while it does not run.
    package var fusedOrientation: Quaternion? {
        let fusion: SensorFusion? = module()
        return fusion?.orientation
    }

    /// What the host subscribed to and has produced samples.
    package var streamingKeys: [SignalKey] {
        outlets.filter { $0.sent > 0 && isSubscribed($0.key.module, $0.key.register) }.map {
            $0.key
        }
    }

    /// Applies to every thermometer of the board.
    public func setSensor(_ sensor: Sensor, isStuck: Bool) {
        switch sensor {
        case .accelerometer: hardware.accelerometer.isStuck = isStuck
        case .gyroscope: hardware.gyroscope.isStuck = isStuck
        case .thermometer: hardware.isThermometerStuck = isStuck
        }
    }

    /// Its log.
    public var recording: RecordingMemory {
        let log = flash.log
        return RecordingMemory(
            isRecording: log.isRecording, entries: log.entries,
            entriesRecorded: log.recordedEntries, entriesRefused: log.refusedEntries,
            pagesRecycled: log.recycledPages, length: log.length, fill: log.fill)
    }

    /// Entries of an earlier, unknown host.
    package func fillRecording(to fraction: Double) { flash.log.fill(to: fraction) }
}

extension SignalOutlet: SampleOutlet {
    /// The last six bytes of a packet are its newest sample; missing bytes count as 0.
    package func observe(
        _ observer: @escaping (Instant, SampleCounts, NotificationFate) -> Void
    ) {
        self.observer = { time, bytes, fate in
            let at = max(0, bytes.count - 6)
            func count(_ offset: Int) -> Int16 {
                Int16(truncatingIfNeeded: bytes.littleEndian(offset: at + offset, bytes: 2))
            }
            observer(time, SampleCounts(count(0), count(2), count(4)), fate)
        }
    }
}
