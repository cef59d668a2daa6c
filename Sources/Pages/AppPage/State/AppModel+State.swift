internal import CoreBluetooth
internal import Foundation
internal import JSON
internal import MetaWear
internal import MetaWearPersistence
internal import MetaWearTransport

extension AppModel {
    /// Boards nearby are listed for so long after they were heard last.
    private static let memory: TimeInterval = 60

    /// All that a browser shows.
    var state: JSONValue {
        Fields.object { state in
            state.add("demo", isDemo)
            state.object("radio") { radio in
                radio.add("isOn", scanner.bluetoothState == .poweredOn)
                radio.add("message", radioMessage)
                radio.add("isScanning", scanner.isScanning)
            }
            state.object("boards") { boards in
                boards.add("remembered", .array(records.devices.map { board($0.id) }))
                boards.add("nearby", .array(nearby.map(board)))
            }
            state.add("busy", Job.allCases.filter { jobs[$0] != nil }.map(\.rawValue))
            if let reconnection {
                state.object("reconnecting") { entry in
                    entry.add("id", reconnection.id.uuidString)
                    entry.add("name", reconnection.name)
                }
            } else if let link {
                // An attempt to get a board back is no board yet.
                state.add("board", linkState(link))
            }
            if let recovery { state.add("recovery", recoveryState(recovery)) }
            if let question {
                state.object("question") { entry in
                    entry.add("title", question.title)
                    entry.add("text", question.text)
                    entry.add("button", question.button)
                }
            }
            state.add("group", groupState)
            state.add("sessions", .array(sessions.map(Self.entry)))
            state.object("details") { entries in
                for details in details {
                    entries.add(details.session.id.uuidString, details.shown)
                }
            }
            state.add(
                "notices",
                .array(
                    notices.map { notice in
                        Fields.object { entry in
                            entry.add("id", notice.id)
                            entry.add("kind", notice.kind.rawValue)
                            entry.add("text", notice.text)
                        }
                    }))
            state.add(
                "files",
                .array(
                    outlet.files.map { file in
                        Fields.object { entry in
                            entry.add("id", file.id)
                            entry.add("name", file.name)
                        }
                    }))
        }
    }

    private var radioMessage: String? {
        switch scanner.bluetoothState {
        case .poweredOff: "Bluetooth is off. Switch it on to find boards."
        case .unauthorized: "This program may not use Bluetooth."
        case .unsupported:
            "There is no Bluetooth radio. Start the app with --demo for a simulated board."
        default: nil
        }
    }

    // MARK: Boards

    /// Boards that were heard lately and are not remembered, in a stable order.
    var nearby: [UUID] {
        // By its service: a board can have any name.
        let boards = Set(scanner.discoveredDevices.keys).union(
            scanner.advertisedServices.filter { $0.value.contains(MWUUIDs.service) }.keys
        ).union(scanner.advertisedNames.keys.filter(isInBootloader))
        return boards.filter { id in
            guard records.device(id) == nil, let seen = scanner.advertisementLastSeen[id] else {
                return false
            }
            return Date.now.timeIntervalSince(seen) < Self.memory || link?.id == id
        }
        .sorted { ($0.uuidString) < ($1.uuidString) }
    }

    /// Whether a board has advertised lately; one that is connected does not.
    func isHeard(_ id: UUID) -> Bool {
        DeviceFreshness.isFresh(lastSeen: scanner.advertisementLastSeen[id])
    }

    private func board(_ id: UUID) -> JSONValue {
        let known = records.device(id)
        let isHeard = isHeard(id)
        let rssi = scanner.advertisementRSSI[id]
        return Fields.object { board in
            board.add("id", id.uuidString)
            board.add("name", name(of: id))
            board.add("mac", known?.mac ?? scanner.advertisedAddresses[id])
            board.add(
                "hasLog",
                !records.logs(of: id).isEmpty || records.recordings[id.uuidString] != nil)
            if reconnection?.id == id {
                board.add("status", "reconnecting")
            } else if link?.id == id {
                board.add("status", link?.phase == .connecting ? "connecting" : "connected")
            } else if isInBootloader(id) {
                board.add("status", "bootloader")
            } else {
                board.add("status", isHeard ? "available" : "offline")
            }
            if isHeard, let rssi {
                board.add("rssi", rssi)
                board.add("bars", Self.bars(rssi))
            }
        }
    }

    /// 0 to 4.
    static func bars(_ rssi: Int) -> Int { [-90, -80, -70, -60].count { rssi >= $0 } }

    // MARK: Sessions

    private static func entry(_ session: MWSessionSnapshot) -> JSONValue {
        Fields.object { entry in
            entry.add("id", session.id.uuidString)
            entry.add("title", Texts.name(session.label, or: session.sensorKind))
            entry.add("kind", session.sensorKind)
            entry.add("sensor", sensor(of: session)?.rawValue)
            entry.add("unit", sensor(of: session)?.unit)
            entry.add("start", session.startDate)
            entry.add("end", session.endDate)
            entry.add("count", session.sampleCount)
            entry.add("board", session.deviceName.map { Texts.name($0) })
            entry.add("group", session.groupID?.uuidString)
            entry.add("serial", Texts.name(session.deviceSerial, or: "unknown"))
            entry.add("firmware", Texts.name(session.deviceFirmware, or: "unknown"))
            entry.add(
                "model", MWModel(modelNumber: Texts.name(session.deviceModel, or: "?")).name)
        }
    }
}

extension SessionDetails {
    /// As a browser shows it. It is made once, because it is published often.
    static func shown(
        _ rate: Double?, _ axes: [Axis], _ track: SessionTrack
    ) -> JSONValue {

        Fields.object { entry in
            entry.add("rate", rate)
            entry.add(
                "axes",
                .array(
                    axes.map { axis in
                        Fields.object { entry in
                            entry.add("name", axis.name)
                            entry.add("least", axis.least, decimals: 6)
                            entry.add("greatest", axis.greatest, decimals: 6)
                            entry.add("mean", axis.mean, decimals: 6)
                            entry.add("deviation", axis.deviation, decimals: 6)
                        }
                    }))
            entry.add("samples", track.times.count)
            entry.add("every", track.every)
        }
    }
}
