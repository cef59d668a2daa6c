import DBus
import DBusPeer
import EventLoop

@testable import AttitudeTransport

/// What a test says of avahi-daemon: it answers calls from a script, on a bus of its own.
final class FakeAvahi {
    let test: TestBus
    let bus: Bus
    /// Names that other services of the network have.
    var taken: Set<String> = []
    /// Name, interface, address and port of each service that can be resolved.
    var services: [(name: String, interface: Int32, address: String, port: UInt16)] = []
    /// What was called, with the arguments that matter.
    private(set) var calls: [String] = []
    private(set) var text: Value?
    private var pending = ""
    private var groups = 0

    init() throws {
        test = try TestBus()
        bus = try Bus(at: test.address, on: test.loop)
        bus.onCall = { [unowned self] call in answer(call) }
        try bus.own(Avahi.name)
    }

    /// A connection for what is under test.
    func client() throws -> Bus { try Bus(at: test.address, on: test.loop) }

    private func answer(_ call: IncomingCall) {
        let arguments = call.arguments
        switch call.member {
        case "EntryGroupNew":
            groups += 1
            calls.append("EntryGroupNew")
            call.reply([.path("/Client1/EntryGroup\(groups)")])
        case "AddService":
            pending = arguments[3].text ?? ""
            text = arguments[8]
            calls.append(
                "AddService \(pending) \(arguments[4].text ?? "") \(arguments[7].number ?? 0)"
                    + " protocol \(arguments[1].number ?? 9)")
            // Some collisions are known at once, others only when the network has been asked.
            if taken.contains(pending), groups > 1 {
                call.fail(DBusError(Avahi.collision, "Local name collision"))
            } else {
                call.reply()
            }
        case "Commit":
            call.reply()
            let state: Int32 = taken.contains(pending) ? 3 : 2
            bus.emit(call.path, Avahi.group, "StateChanged", [.int32(1), ""])
            bus.emit(call.path, Avahi.group, "StateChanged", [.int32(state), ""])
        case "GetAlternativeServiceName":
            call.reply([.string((arguments[0].text ?? "") + " #2")])
        case "Reset": call.reply()
        case "ServiceBrowserNew":
            calls.append("ServiceBrowserNew \(arguments[2].text ?? "")")
            let path = "/Client1/ServiceBrowser1"
            for (index, service) in services.enumerated() {
                // The first signal is ahead of the answer.
                if index == 1 { call.reply([.path(path)]) }
                bus.emit(path, Avahi.browser, "ItemNew", item(service) + [.uint32(0)])
            }
            call.reply([.path(path)])
            bus.emit("/Client9/ServiceBrowser1", Avahi.browser, "Failure", ["of another client"])
            bus.emit(path, Avahi.browser, "AllForNow", [])
        case "ResolveService":
            let name = arguments[2].text, interface = arguments[0].number
            guard
                let service = services.first(where: {
                    $0.name == name && Int($0.interface) == interface && $0.port != 0
                })
            else {
                return call.fail(DBusError("org.freedesktop.Avahi.TimeoutError", "Timeout reached"))
            }
            call.reply(
                item(service) + [
                    "here.local", .int32(0), .string(service.address), .uint16(service.port),
                    .array("ay", []), .uint32(0),
                ])
        default: call.fail(DBusError("org.freedesktop.DBus.Error.UnknownMethod", call.member))
        }
    }

    private func item(
        _ service: (name: String, interface: Int32, address: String, port: UInt16)
    ) -> [Value] {
        [.int32(service.interface), .int32(0), .string(service.name), .string(Avahi.type), "local"]
    }
}
