import BlueZCentral
import Bluetooth
import Central
import EventLoop
import HCICentral
import HCITransport

/// What is judged, as given by `--target`.
enum TargetAddress: Equatable {
    /// The model, in this process.
    case model
    /// The only board on the air of an HCI controller, or the one with an address.
    case hci(RadioAddress, board: Address?)
    /// A board that the BlueZ of this machine, or the one of `DBUS_SYSTEM_BUS_ADDRESS`, reaches by an
    /// adapter: the first one, unless it is named.
    case bluez(Address, adapter: String?)

    /// Understands `model`, `hci-tcp:[HOST:]PORT[,ADDRESS]`, `hci-unix:PATH[,ADDRESS]` and
    /// `bluez:[ADAPTER:]ADDRESS`.
    init(_ text: String) throws(TargetAddressError) {
        if text == "model" {
            self = .model
        } else if text.hasPrefix("hci-") {
            self = try Self.hci(text)
        } else if text == "bluez" || text.hasPrefix("bluez:") {
            self = try Self.bluez(text.dropFirst(6))
        } else {
            throw Address(text[...]) == nil ? .unknownKind(text) : .bareAddress(text)
        }
    }

    private static func hci(_ text: String) throws(TargetAddressError) -> Self {
        var place = text[...]
        var board: Address?
        if let comma = text.lastIndex(of: ",") {
            let rest = text[text.index(after: comma)...]
            board = Address(rest)
            // A path may contain a comma; text with colons after it is meant as an address.
            if board != nil { place = text[..<comma] }
            if board == nil, rest.contains(":") || text.hasPrefix("hci-tcp:") {
                throw .address(String(rest))
            }
        }
        let radio: RadioAddress
        do throws(RadioAddressError) {
            radio = try RadioAddress(String(place))
        } catch {
            throw .place("\(error)")
        }
        if case .tcp(_, 0) = radio {
            throw .place("port 0 is not a real port; write the one that `listening on …` shows")
        }
        return .hci(radio, board: board)
    }

    private static func bluez(_ text: Substring) throws(TargetAddressError) -> Self {
        var rest = text
        var adapter: String?
        if text.hasPrefix("hci"), let colon = text.firstIndex(of: ":") {
            adapter = String(text[..<colon])
            rest = text[colon...].dropFirst()
        }
        guard !rest.isEmpty else { throw .noAddress }
        guard let address = Address(rest) else { throw .address(String(rest)) }
        return .bluez(address, adapter: adapter)
    }

    /// Access to a board outside this process; nil for the model.
    ///
    /// - Parameter speed: the board's speed relative to real time.
    func open(speed: Double, on loop: EventLoop) throws(AccessError) -> BoardAccess? {
        guard LiveClock.speeds.contains(speed) else {
            throw .unable("speed must be 0.001 to 1000, not \(speed)")
        }
        let clock = LiveClock(loop, speed: speed)
        let access: BoardAccess
        switch self {
        case .model: return nil
        case .hci(let place, let board):
            access = BoardAccess(
                HCIHostPort(place, on: loop, clock),
                to: board.map { .address($0) } ?? .only(where: \.isBoard),
                named: "\(place)" + (board.map { ",\($0)" } ?? ""), on: clock)
        case .bluez(let address, let adapter):
            let name = "bluez:" + (adapter.map { "\($0):" } ?? "") + "\(address)"
            access = BoardAccess(
                BlueZPort(adapter: adapter, at: name, on: loop, clock), to: .address(address),
                named: name, on: clock)
        }
        try access.open()
        return access
    }
}

/// What is wrong with the text of a target.
enum TargetAddressError: Error, Equatable {
    /// None of the four kinds.
    case unknownKind(String)
    /// An address alone.
    case bareAddress(String)
    /// Not the address of a board.
    case address(String)
    /// `bluez` alone.
    case noAddress
    /// An error before the comma, in words, with the fix.
    case place(String)
}

extension TargetAddressError: CustomStringConvertible {
    /// What is wrong, and how to fix it.
    var description: String {
        switch self {
        case .unknownKind(let text):
            "`\(text)` is not a target; write `model`, `hci-unix:PATH`, `hci-tcp:HOST:PORT` or"
                + " `bluez:ADDRESS`"
        case .bareAddress(let text):
            "`\(text)` does not say how to reach the board; write `bluez:\(text)` for this machine's BlueZ"
        case .address(let text):
            "`\(text)` is not a board's address; write six bytes, such as E8:C9:8F:52:7B:07"
        case .noAddress:
            "the board's address is missing; write `bluez:ADDRESS`;"
                + " `bluetoothctl scan le` lists the addresses"
        case .place(let words): words
        }
    }
}
