internal import Foundation
internal import MetaWear

extension AppModel {
    /// The longest wait for the first sample of a sensor.
    private static let patience = Duration.seconds(5)

    /// Runs a command on the board that is connected.
    func control(
        _ job: Job = .controls,
        _ body: @escaping @MainActor (AppModel, BoardLink) async throws -> Void
    ) {
        run(job) { model in
            guard let link = model.link else { throw AppError("No board is connected.") }
            try link.require()
            try await body(model, link)
        }
    }

    /// Three green flashes.
    func identify() {
        control { _, link in
            guard link.has(.led) else { throw AppError("This board has no LED.") }
            try await link.device.setLED(green: .flash)
        }
    }

    /// Lights the LED.
    func light(_ color: LEDColor, _ preset: LEDPreset) {
        control { _, link in
            guard link.has(.led) else { throw AppError("This board has no LED.") }
            let pattern = preset.pattern
            try await link.device.setLED(
                red: color.parts.contains(.red) ? pattern : nil,
                green: color.parts.contains(.green) ? pattern : nil,
                blue: color.parts.contains(.blue) ? pattern : nil)
        }
    }

    func darken() { control { _, link in try await link.device.stopLED() } }

    /// A pulse of the motor or the buzzer.
    func pulse(_ mode: MWHaptic.Mode, duty: Int, milliseconds: Int) {
        control { _, link in
            guard link.has(.haptic) else { throw AppError("This board has no motor or buzzer.") }
            try await link.device.send(
                MWHaptic.Pulse(
                    mode: mode, dutyCycle: UInt8(clamping: duty),
                    pulseWidth: UInt16(clamping: milliseconds)))
        }
    }

    // MARK: Readings

    /// Reads a value once.
    func read(_ quantity: Quantity, channel: Int) {
        control { model, link in
            let device = link.device
            switch quantity {
            case .temperature:
                guard let choice = link.choice(.temperature),
                    let source = choice.channels.first(where: { $0.number == channel })
                else { throw AppError("This board has no such thermometer.") }
                if source.needsBarometer, !model.isBarometerOn(link) {
                    // Its first value is there when it has measured once.
                    guard let barometer = link.choice(.barometer) else {
                        throw AppError("This thermometer is that of a barometer, which is missing.")
                    }
                    _ = try await model.first(.barometer, barometer.setup, link)
                }
                let value = try await device.readTemperature(channel: UInt8(clamping: channel))
                link.readings["temperature"] = BoardLink.Reading(
                    title: source.title, value: Double(value), unit: "°C", time: .now)
            case .humidity:
                guard link.has(.humidity) else { throw AppError("This board has no hygrometer.") }
                let value = try await device.readHumidity()
                link.readings["humidity"] = BoardLink.Reading(
                    title: "Humidity", value: Double(value), unit: "%", time: .now)
            case .pressure:
                guard let choice = link.choice(.barometer) else {
                    throw AppError("This board has no barometer.")
                }
                let value = try await model.first(.barometer, choice.setup, link)
                link.readings["pressure"] = BoardLink.Reading(
                    title: "Pressure", value: value / 100, unit: "hPa", time: .now)
            case .light:
                guard let choice = link.choice(.light) else {
                    throw AppError("This board has no light sensor.")
                }
                let value = try await model.first(.light, choice.setup, link)
                link.readings["light"] = BoardLink.Reading(
                    title: "Ambient light", value: value, unit: "lx", time: .now)
            case .battery: try await model.refresh(link)
            }
            model.publish()
        }
    }

    /// The first value of a sensor, which runs only for it.
    private func first(
        _ sensor: AppSensor, _ setup: SensorSetup, _ link: BoardLink
    ) async throws -> Double {
        try requireSilence(link, "read this value")
        guard let signal = sensor.signal(setup, link.modules) else {
            throw AppError("This board has no such sensor.")
        }
        let feed = try await signal.open(link.device)
        do {
            let value = try await within(Self.patience, "The sensor sent no value.") {
                let (values, output) = AsyncStream<Float>.makeStream()
                let task = Task {
                    defer { output.finish() }
                    try await feed { output.yield($0.values[0]) }
                }
                defer { task.cancel() }
                for await value in values { return value }
                throw AppError("The sensor sent no value.")
            }
            try await signal.close(link.device)
            return Double(value)
        } catch {
            await Task { try? await signal.close(link.device) }.value
            throw error
        }
    }

    /// Whether the barometer runs, because it streams or is logged.
    private func isBarometerOn(_ link: BoardLink) -> Bool {
        let isStreaming =
            link.stream?.phase == .running
            && link.stream?.channels.contains { $0.sensor == .barometer } == true
        return isStreaming
            || records.logs(of: link.id).contains {
                $0.sensor == .barometer && $0.status == .running
            }
    }

    /// - Throws: if a thermometer is chosen that measures nothing without another sensor.
    func requireSources(_ chosen: [ChosenSensor], _ link: BoardLink) throws {
        guard let thermometer = chosen.first(where: { $0.sensor == .temperature }),
            let source = link.choice(.temperature)?.channels
                .first(where: { $0.number == thermometer.setup.channel }),
            source.needsBarometer, !chosen.contains(where: { $0.sensor == .barometer })
        else { return }
        throw AppError(
            "The thermometer of the pressure sensor measures only while the pressure is measured:"
                + " choose Pressure, too, or another thermometer.")
    }

    /// - Throws: if the board streams, logs or downloads.
    func requireSilence(_ link: BoardLink, _ what: String) throws {
        if link.stream != nil { throw AppError("Stop the live stream to \(what).") }
        if records.recordings[link.id.uuidString] != nil {
            throw AppError("This board records for the group. Collect the group to \(what).")
        }
        if jobs[.downloading] != nil { throw AppError("Wait for the download to \(what).") }
        if records.logs(of: link.id).contains(where: { $0.status == .running }) {
            throw AppError("Stop logging to \(what).")
        }
    }
}

/// A colour of the LED.
enum LEDColor: String, CaseIterable, Sendable {
    case red, green, blue, yellow, cyan, magenta, white

    var parts: [MWLED.Color] {
        switch self {
        case .red: [.red]
        case .green: [.green]
        case .blue: [.blue]
        case .yellow: [.red, .green]
        case .cyan: [.green, .blue]
        case .magenta: [.red, .blue]
        case .white: [.red, .green, .blue]
        }
    }
}

/// How the LED shines.
enum LEDPreset: String, CaseIterable, Sendable {
    case solid, blink, breathe, flash

    var pattern: MWLEDPattern {
        switch self {
        case .solid: .solid
        case .blink: .blink
        case .breathe: .breathe
        case .flash: .flash
        }
    }
}

/// What can be read once.
enum Quantity: String, CaseIterable, Sendable {
    case temperature, humidity, pressure, light, battery
}
