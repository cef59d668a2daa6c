internal import Foundation
internal import JSON
internal import MetaWear
internal import MetaWearFirmware

extension AppModel {
    /// The board that is connected.
    func linkState(_ link: BoardLink) -> JSONValue {
        let logs = records.logs(of: link.id)
        return Fields.object { state in
            state.add("id", link.id.uuidString)
            state.add("name", link.name)
            state.add("phase", link.phase.rawValue)
            state.add("mac", link.mac)
            state.add("rssi", link.rssi)
            state.add("activity", activity(link, logs))
            if let battery = link.battery {
                state.object("battery") { entry in
                    entry.add("charge", Int(battery.charge))
                    entry.add("millivolts", Int(battery.voltage))
                }
            }
            if let information = link.information { add(information, to: &state) }
            add(modulesOf: link, to: &state)
            add(readingsOf: link, to: &state)
            add(sensorsOf: link, to: &state)
            add(streamOf: link, to: &state)
            add(logs, of: link, to: &state)
            add(firmwareOf: link, to: &state)
        }
    }

    private func activity(_ link: BoardLink, _ logs: [AppRecords.Log]) -> String {
        switch link.phase {
        case .connecting: return "Connecting"
        case .updating: return "Updating"
        case .ready: break
        }
        if link.download != nil { return "Downloading" }
        if let stream = link.stream { return stream.phase == .paused ? "Paused" : "Streaming" }
        return logs.contains { $0.status == .running } ? "Logging" : "Idle"
    }

    private func add(_ information: MWDeviceInformation, to state: inout Fields) {
        state.object("information") { entry in
            entry.add("manufacturer", Texts.name(information.manufacturer, or: "unknown"))
            entry.add(
                "model", MWModel(modelNumber: Texts.name(information.modelNumber, or: "?")).name)
            entry.add("modelNumber", Texts.name(information.modelNumber, or: "?"))
            entry.add("serial", Texts.name(information.serialNumber, or: "unknown"))
            entry.add("firmware", Texts.name(information.firmwareRevision, or: "unknown"))
            entry.add("hardware", Texts.name(information.hardwareRevision, or: "unknown"))
        }
    }

    private func add(modulesOf link: BoardLink, to state: inout Fields) {
        state.add(
            "modules",
            .array(
                MWModule.allCases.compactMap { link.modules[$0] }.map { info in
                    Fields.object { entry in
                        entry.add("name", info.module.name)
                        entry.add("isPresent", info.isPresent)
                        guard info.isPresent else { return }
                        entry.add("implementation", Int(info.implementation))
                        entry.add("revision", Int(info.revision))
                    }
                }))
        state.object("controls") { entry in
            entry.add("led", link.has(.led))
            entry.add("haptic", link.has(.haptic))
            entry.add("pressure", link.has(.barometer))
            entry.add("light", link.has(.ambientLight))
            entry.add("humidity", link.has(.humidity))
            entry.add("temperature", Self.channels(link.choice(.temperature)))
        }
    }

    private static func channels(_ choice: SensorChoice?) -> JSONValue {
        .array(
            (choice?.channels ?? []).map { channel in
                Fields.object { entry in
                    entry.add("number", channel.number)
                    entry.add("title", channel.title)
                }
            })
    }

    private func add(readingsOf link: BoardLink, to state: inout Fields) {
        state.object("readings") { readings in
            for (key, reading) in link.readings.sorted(by: { $0.key < $1.key }) {
                readings.object(key) { entry in
                    entry.add("title", reading.title)
                    entry.add("value", reading.value, decimals: 3)
                    entry.add("unit", reading.unit)
                    entry.add("time", reading.time)
                }
            }
        }
    }

    // MARK: Sensors

    private func add(sensorsOf link: BoardLink, to state: inout Fields) {
        let chosen = selection(link).chosen
        state.add(
            "sensors",
            .array(
                link.choices.map { choice in
                    let setup = setup(choice, link)
                    return Fields.object { entry in
                        entry.add("id", choice.sensor.rawValue)
                        entry.add("title", choice.sensor.title)
                        entry.add("unit", choice.sensor.unit)
                        entry.add("isChosen", chosen.contains(choice.sensor))
                        entry.add("isFusion", choice.sensor.group == .fusion)
                        entry.add("isPolled", choice.sensor.isPolled)
                        entry.add("rates", choice.rates, decimals: 5)
                        entry.add("rate", setup.rate, decimals: 5)
                        if !choice.ranges.isEmpty { entry.add("ranges", choice.ranges) }
                        entry.add("range", setup.range)
                        if choice.channels.count > 1 {
                            entry.add("channels", Self.channels(choice))
                        }
                        entry.add("channel", setup.channel)
                        if !choice.modes.isEmpty { entry.add("modes", choice.modes) }
                        entry.add("mode", setup.mode)
                    }
                }))
        let load = StreamLoad(self.chosen(link), link.modules)
        state.add("totalRate", load.samples, decimals: 2)
        state.add("packetRate", load.packets, decimals: 1)
        state.add("rateWarning", load.advice)
    }

    // MARK: Stream

    private func add(streamOf link: BoardLink, to state: inout Fields) {
        guard let stream = link.stream else { return }
        state.object("stream") { entry in
            entry.add("phase", stream.phase.rawValue)
            entry.add("duration", stream.duration, decimals: 1)
            if let tare = stream.tare { entry.add("tare", tare) }
            if let coaching = stream.coaching { entry.add("calibration", coaching.shown) }
            entry.add(
                "channels",
                .array(
                    stream.channels.map { channel in
                        let view = channel.view
                        let sensor = channel.sensor
                        return Fields.object { entry in
                            entry.add("sensor", sensor.rawValue)
                            entry.add("title", sensor.title)
                            entry.add("unit", sensor.unit)
                            entry.add("axes", sensor.axes)
                            entry.add("number", channel.number)
                            entry.add("wanted", channel.setup.rate)
                            entry.add("count", view.count)
                            entry.add("forgotten", view.forgotten)
                            entry.add("rate", view.rate, decimals: 1)
                            entry.add("latest", view.latest.map(Double.init))
                        }
                    }))
        }
    }

    // MARK: Log

    private func add(_ logs: [AppRecords.Log], of link: BoardLink, to state: inout Fields) {
        state.object("log") { entry in
            entry.add("isPresent", link.has(.logging))
            entry.add("isRunning", logs.contains { $0.status == .running })
            entry.add("start", logs.map(\.start).min())
            entry.add(
                "sensors",
                .array(
                    logs.map { log in
                        Fields.object { entry in
                            entry.add("title", log.sensor.title)
                            entry.add("rate", log.setup.rate)
                            entry.add("status", log.status.rawValue)
                        }
                    }))
            if let size = link.logSize {
                entry.add("entries", size.entries)
                entry.add("loggers", size.loggers)
            }
            if let download = link.download {
                entry.object("download") { entry in
                    entry.add("phase", download.phase)
                    entry.add("fraction", download.fraction)
                    entry.add("received", download.received)
                    entry.add("total", download.total)
                }
            }
            if let orphans = link.orphans {
                entry.object("orphans") { entry in
                    entry.add("entries", orphans.entries)
                    entry.add("isAsked", orphans.isAsked)
                    entry.add("isRunning", orphans.isRunning)
                    entry.add(
                        "signals", (orphans.signals ?? []).map { Texts.name($0.identifier) })
                }
            }
        }
    }

    // MARK: Firmware

    /// A board in its bootloader that gets firmware.
    func recoveryState(_ recovery: Recovery) -> JSONValue {
        Fields.object { entry in
            entry.add("id", recovery.id.uuidString)
            entry.add("name", recovery.name)
            entry.object("progress") { $0.add(recovery.progress) }
        }
    }

    private func add(firmwareOf link: BoardLink, to state: inout Fields) {
        state.object("firmware") { entry in
            entry.add("isChecked", link.firmware.checked)
            entry.add("latest", link.firmware.latest?.firmwareRev)
            entry.add("isInBootloader", link.firmware.isInBootloader)
            if let progress = link.firmware.progress {
                entry.object("progress") { $0.add(progress) }
            }
        }
    }
}

extension Fields {
    fileprivate mutating func add(_ progress: DFUProgress) {
        add("phase", "\(progress.state)")
        add("percent", progress.percentComplete)
        add("part", progress.currentPart)
        add("parts", progress.totalParts)
        add("speed", progress.bytesPerSecond, decimals: 0)
    }
}
