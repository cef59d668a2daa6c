import CoreBluetooth
import Foundation
package import MetaWear

/// A walk through the SDK with the first board that is found: information, battery, LED, motor, accelerometer.
@MainActor package struct Demo {
    /// How a demo ended.
    package enum Outcome: Sendable, Equatable {
        case done
        /// There is no radio, or no board near it.
        case nothingFound
    }

    /// Why a demo ended early.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Nothing takes longer, whatever the board does.
    private enum Time {
        static let scan = Duration.seconds(8)
        static let connect = Duration.seconds(30)
        static let answer = Duration.seconds(10)
        static let light = Duration.seconds(2)
        static let stream = Duration.seconds(5)
    }

    private let scanner: MetaWearScanner
    private let say: @Sendable (String) -> Void

    /// - Parameters:
    ///   - scanner: with the radio to use.
    ///   - say: gets each line of the output.
    package init(scanner: MetaWearScanner, say: @escaping @Sendable (String) -> Void) {
        self.scanner = scanner
        self.say = say
    }

    /// Runs all steps.
    ///
    /// - Throws: what a step throws, or ``Failure``; the link is down again then.
    package func run() async throws -> Outcome {
        say("MetaWear demo")
        say("=============")
        say("Switch Bluetooth on and put a board nearby.")
        say("")
        guard let device = try await find() else { return .nothingFound }
        say("")
        say("Connecting to \(device.identifier)")
        do {
            try await within(Time.connect, "the connection") { try await device.connect() }
            try await show(device)
            try await light(device)
            try await buzz(device)
            try await stream(device)
        } catch {
            // Also if the task was cancelled.
            await Task { try? await device.disconnect() }.value
            throw error
        }
        try await within(Time.answer, "the disconnection") { try await device.disconnect() }
        say("")
        say("Disconnected. This was all.")
        return .done
    }

    // MARK: Steps

    private func find() async throws -> MetaWearDevice? {
        say("Scanning for \(Time.scan.components.seconds) s")
        scanner.startScan()
        defer { scanner.stopScan() }
        let end = ContinuousClock.now + Time.scan
        // A radio that is off may be switched on meanwhile; one that does not exist will not appear.
        while ContinuousClock.now < end, scanner.bluetoothState != .unsupported {
            try await Task.sleep(for: .seconds(1))
        }
        if scanner.isBluetoothUnavailable {
            say(Self.obstacle(scanner.bluetoothState))
            return nil
        }
        let found = scanner.discoveredDevices.sorted { $0.key.uuidString < $1.key.uuidString }
        guard let first = found.first else {
            say("No board was found. Is it charged, near, and not connected to another host?")
            return nil
        }
        say(found.count == 1 ? "Found 1 board:" : "Found \(found.count) boards:")
        for (identifier, _) in found {
            let name = scanner.advertisedNames[identifier] ?? ""
            let rssi = scanner.advertisementRSSI[identifier].map { "\($0) dBm" } ?? ""
            say("  • \(identifier)  \(name)  \(rssi)")
        }
        return first.value
    }

    private static func obstacle(_ state: CBManagerState?) -> String {
        switch state {
        case .unauthorized: "This program may not use Bluetooth."
        case .unsupported: "There is no Bluetooth radio."
        default: "Bluetooth is off. Switch it on and try again."
        }
    }

    private func show(_ device: MetaWearDevice) async throws {
        guard let board = await device.deviceInfo else {
            throw Failure(description: "the board did not say what it is")
        }
        say("  Manufacturer: \(board.manufacturer)")
        say("  Model:        \(board.modelNumber) (\(board.model.name))")
        say("  Serial:       \(board.serialNumber)")
        say("  Firmware:     \(board.firmwareRevision)")
        say("  Hardware:     \(board.hardwareRevision)")
        // Older boards do not measure it.
        guard let settings = await device.moduleInfo(for: .settings), settings.isPresent,
            settings.revision >= 3
        else { return }
        let battery = try await within(Time.answer, "the battery") {
            try await device.readBattery()
        }
        say("  Battery:      \(battery.charge) %, \(battery.voltage) mV")
    }

    private func light(_ device: MetaWearDevice) async throws {
        say("")
        guard await device.moduleInfo(for: .led)?.isPresent == true else {
            return say("LED: this board has none")
        }
        say("LED: flashing green")
        try await device.send(MWLED.SetPattern(color: .green, .flash))
        try await device.send(MWLED.Play())
        try await Task.sleep(for: Time.light)
        try await device.send(MWLED.Stop())
    }

    private func buzz(_ device: MetaWearDevice) async throws {
        guard await device.moduleInfo(for: .haptic)?.isPresent == true else {
            return say("Motor: this board has none")
        }
        say("Motor: 80 % for 300 ms")
        try await device.send(MWHaptic.motor(dutyCycle: 80, pulseWidth: 300))
        try await Task.sleep(for: .milliseconds(300))
    }

    private func stream(_ device: MetaWearDevice) async throws {
        say("")
        // The chip differs from board to board.
        guard let sensor = await device.makeAccelerometer(odrHz: 100, rangeG: 2) else {
            return say("Accelerometer: this board has none that the SDK knows")
        }
        let seconds = Double(Time.stream.components.seconds)
        say("Accelerometer: 100 Hz, ±2 g, \(Int(seconds)) s")
        let samples = try await within(Time.answer, "the accelerometer's start") {
            try await device.startStream(sensor)
        }
        let say = say
        let counting = Task {
            var count = 0
            for try await sample in samples {
                if count.isMultiple(of: 20) {
                    let value = sample.value
                    say(
                        String(
                            format: "  [%03d] x %+.3f  y %+.3f  z %+.3f g", count, value.x,
                            value.y, value.z))
                }
                count += 1
            }
            return count
        }
        // The clock ends it: a board that is silent cannot keep the loop waiting.
        defer { counting.cancel() }
        try await Task.sleep(for: Time.stream)
        try await within(Time.answer, "the accelerometer's end") {
            try await device.stopStreaming(sensor)
        }
        let count = try await counting.value
        let expected = Int(sensor.odrHz * seconds)
        guard count >= expected / 2 else {
            throw Failure(
                description: "\(count) of about \(expected) samples arrived; is the board near?")
        }
        say(String(format: "%d samples, %.1f Hz", count, Double(count) / seconds))
    }

    /// Runs a step that must end in time.
    private func within<Value: Sendable>(
        _ limit: Duration, _ what: String,
        _ step: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await step() }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let value = first else {
                throw Failure(
                    description: "\(what) took longer than \(limit.components.seconds) s")
            }
            return value
        }
    }
}
