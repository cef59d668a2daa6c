import Bluetooth
import Central
import Device
import JSON
import MetaWearBoard
import Peripheral
import Simulation
import TrikiCap

/// Answers the requests of a host program: `{"method", "params"}` by `{"result"}` or
/// `{"error": {"message", "place"}}`. `calls.json` describes every method.
final class Calls {
    private(set) var desk: Desk?
    private var operations = 0
    private var connections = 0

    static let protocolVersion = 1
    static let methods = [
        "version", "start", "advance", "do", "truth", "state", "trace", "scan", "connect",
        "disconnect", "vanish", "discover", "read", "write", "subscribe",
    ]

    /// Whatever the bytes are, the answer is JSON; one with an error has changed nothing.
    func answer(_ request: [UInt8]) -> [UInt8] {
        do throws(Wrong) {
            return JSONValue.object([("result", try result(request))]).compact
        } catch {
            return JSONValue.object([
                (
                    "error",
                    .object([("message", .string(error.message)), ("place", .string(error.place))])
                )
            ]).compact
        }
    }

    private func result(_ request: [UInt8]) throws(Wrong) -> JSONValue {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(reading: request)
        } catch {
            throw Wrong("the request is not JSON: \(error)")
        }
        let fields = try Fields(Part(value: value, place: ""), ["method", "params"], "request")
        let method = try fields.required("method").choice(Self.methods, "method")
        // The places of messages begin in the parameters.
        let params = Part(value: fields["params"]?.value ?? .null, place: "")
        switch method {
        case "version": return version
        case "start": return try start(params)
        default:
            guard let desk else { throw Wrong("there are no boards yet; call `start` first") }
            return try result(method, params, desk)
        }
    }

    private func result(
        _ method: String, _ params: Part, _ desk: Desk
    ) throws(Wrong) -> JSONValue {
        switch method {
        case "advance": return try advance(params, desk)
        case "do":
            let fields = try Fields(params, ["board", "do"], method)
            let board = try desk.board(fields["board"])
            try Action(try fields.required("do"), on: board, of: desk).act()
            return time(desk)
        case "truth":
            let fields = try Fields(params, ["board"], method)
            return Truth(board: try desk.board(fields["board"]), desk: desk).json
        case "state": return try state(params, desk)
        case "trace":
            _ = try Fields(params, [], method)
            guard let lines = desk.takeTrace() else {
                throw Wrong("there is no trace; start with `\"trace\": true`")
            }
            return .object([("lines", .array(lines.map { .string($0) }))])
        default: return try radio(method, params, desk)
        }
    }

    private var version: JSONValue {
        .object([
            ("program", .string("boardsim")), ("protocol", .integer(Self.protocolVersion)),
            ("methods", .array(Self.methods.map { .string($0) })),
            (
                "models",
                .array(
                    (BoardProfile.all.map { $0.name } + [TrikiCap.product]).map { .string($0) })
            ),
        ])
    }

    private func start(_ params: Part) throws(Wrong) -> JSONValue {
        let new = try Desk(params)
        desk?.close()
        (desk, operations, connections) = (new, 0, 0)
        let boards = new.boards.map { board in
            JSONValue.object([
                ("name", .string(board.device.name)), ("model", .string(board.device.modelName)),
                ("firmware", .string(board.device.firmwareRevision)),
                ("address", .string("\(board.device.address)")),
            ])
        }
        return .object([("boards", .array(boards)), ("time", .number(0))])
    }

    private func time(_ desk: Desk) -> JSONValue {
        .object([("time", .number(Double(desk.now.nanoseconds) / 1e9))])
    }

    private func advance(_ params: Part, _ desk: Desk) throws(Wrong) -> JSONValue {
        let fields = try Fields(params, ["until"], "advance")
        let until = try fields.required("until").time()
        desk.advance(until: .zero + until)
        return time(desk)
    }

    private func state(_ params: Part, _ desk: Desk) throws(Wrong) -> JSONValue {
        let fields = try Fields(params, ["board"], "state")
        let boards = try fields["board"].map { (part) throws(Wrong) in [try desk.board(part)] }
        return .object([
            ("time", .number(Double(desk.now.nanoseconds) / 1e9)),
            (
                "boards",
                .array((boards ?? desk.boards).map { State(board: $0, desk: desk).json })
            ),
        ])
    }

    // MARK: What a central does

    private func radio(
        _ method: String, _ params: Part, _ desk: Desk
    ) throws(Wrong) -> JSONValue {
        switch method {
        case "scan":
            let fields = try Fields(params, ["central", "on", "active"], method)
            let host = try desk.host(fields["central"])
            host.scan(
                isOn: try fields["on"]?.flag() ?? true, active: try fields["active"]?.flag() ?? true
            )
            return .object([("central", .integer(host.number))])
        case "connect": return try connect(params, desk)
        case "disconnect", "vanish":
            let fields = try Fields(params, ["connection"], method)
            let link = try desk.link(try fields.required("connection"))
            if method == "vanish" { link.connection.vanish() } else { link.connection.disconnect() }
            return time(desk)
        case "discover":
            let fields = try Fields(params, ["connection"], method)
            try desk.link(try fields.required("connection")).discover(operations + 1)
        case "read":
            let fields = try Fields(params, ["connection", "handle"], method)
            try desk.link(try fields.required("connection")).read(
                try handle(fields), operations + 1)
        case "write":
            let fields = try Fields(params, ["connection", "handle", "bytes", "response"], method)
            let bytes = try fields.required("bytes").bytes()
            guard bytes.count <= 512 else {
                throw Wrong("a value has at most 512 bytes, not \(bytes.count)", at: "bytes")
            }
            try desk.link(try fields.required("connection")).write(
                bytes, to: try handle(fields), response: try fields["response"]?.flag() ?? true,
                operations + 1)
        default:
            let fields = try Fields(params, ["connection", "handle", "to"], method)
            let known = ["off", "notifications", "indications"]
            let kind = try fields["to"]?.choice(known, "subscription") ?? "notifications"
            try desk.link(try fields.required("connection")).subscribe(
                try handle(fields), UInt16(clamping: known.firstIndex(of: kind) ?? 0),
                operations + 1)
        }
        operations += 1
        return .object([("operation", .integer(operations))])
    }

    private func handle(_ fields: Fields) throws(Wrong) -> UInt16 {
        UInt16(clamping: try fields.required("handle").whole(in: 1...0xFFFF))
    }

    private func connect(_ params: Part, _ desk: Desk) throws(Wrong) -> JSONValue {
        let fields = try Fields(
            params, ["central", "address", "interval", "latency", "timeout", "within"], "connect")
        let text = try fields.required("address")
        guard let address = Address(try text.text()) else {
            throw text.wrong("this is no address; write six bytes: `E1:00:00:00:00:01`")
        }
        let parameters = ConnectionParameters(
            interval: try fields.duration(
                "interval", .microseconds(7_500)...(.seconds(4 as Int64)),
                otherwise: .milliseconds(30)),
            latency: UInt16(clamping: try fields["latency"]?.whole(in: 0...499) ?? 0),
            supervisionTimeout: try fields.duration(
                "timeout", .milliseconds(100)...(.seconds(32 as Int64)),
                otherwise: .seconds(5 as Int64)))
        let within = try fields.duration(
            "within", .milliseconds(1)...Dimension.longest, otherwise: .seconds(30 as Int64))
        let host = try desk.host(fields["central"])
        operations += 1
        connections += 1
        host.connect(
            to: address, parameters, timeout: within, operation: operations,
            connection: connections)
        return .object([
            ("operation", .integer(operations)), ("connection", .integer(connections)),
        ])
    }
}
