import Bluetooth
import Central
import JSON
import Peripheral
import Simulation
import VirtualRadio
import Wire

/// A central, with what it does numbered for its user.
final class Host {
    let central: Central
    let number: Int
    private(set) var links: [HostLink] = []
    private let events: EventRecords

    init(_ central: Central, number: Int, _ events: EventRecords) {
        self.central = central
        self.number = number
        self.events = events
    }

    func close() {
        central.leave()
        links = []
    }

    private var now: Instant { central.air.simulation.now }

    /// Reports every advertisement that it receives, or none from now on.
    func scan(isOn: Bool, active: Bool) {
        guard isOn else { return central.stopScan() }
        central.scan(active: active) { [self] report in
            events.add(.report, at: report.time, number, 0, .object(Self.entries(report)))
        }
    }

    private static func entries(_ report: ScanReport) -> [(String, JSONValue)] {
        let data = report.advertisingData
        var entries: [(String, JSONValue)] = [
            ("address", .string("\(report.address)")), ("rssi", .integer(report.rssi)),
            ("connectable", .bool(report.connectable)),
            ("services", .array(data.services.map { .string("\($0.expanded)") })),
        ]
        if let name = data.name { entries.append(("name", .string(name))) }
        if let power = data.txPower { entries.append(("txPower", .integer(Int(power)))) }
        if let own = data.manufacturer {
            entries.append(
                (
                    "manufacturer",
                    .object([
                        ("company", .integer(Int(own.company))),
                        ("data", .string(Hex.text(own.data.span))),
                    ])
                ))
        }
        return entries
    }

    /// Connects, with the MTU that the board allows. The operation's result is `{"mtu"}`.
    ///
    /// - Parameters:
    ///   - operation: its number.
    ///   - connection: the number that the connection gets.
    func connect(
        to address: Address, _ parameters: ConnectionParameters, timeout: Nanoseconds,
        operation: Int, connection: Int
    ) {
        central.connect(to: address, parameters: parameters, timeout: timeout) { [self] result in
            switch result {
            case .failure(let error): fail(operation, connection, error)
            case .success(let link):
                links.append(HostLink(link, number: connection, events))
                link.onDisconnect = { [self] reason in
                    events.add(
                        .disconnected, at: now, connection, 0,
                        .object([
                            ("reason", .integer(Int(reason.rawValue))),
                            ("message", .string("\(reason)")),
                        ]))
                }
                link.onServicesChanged = { [self] handles in
                    events.add(
                        .changed, at: now, connection, 0,
                        .object([
                            ("first", .integer(Int(handles.lowerBound))),
                            ("last", .integer(Int(handles.upperBound))),
                        ]))
                }
                link.exchangeMTU { [self] _ in
                    guard link.isOpen else { return fail(operation, connection, Self.gone(link)) }
                    events.add(
                        .result, at: now, connection, operation,
                        .object([("mtu", .integer(link.mtu))]))
                }
            }
        }
    }

    private static func gone(_ link: Connection) -> CentralError {
        .disconnected(link.ended ?? .localHostTerminated)
    }

    private func fail(_ operation: Int, _ connection: Int, _ error: CentralError) {
        events.add(.failed, at: now, connection, operation, HostLink.words(error))
    }
}
