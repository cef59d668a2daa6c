import Bluetooth
import Peripheral
import Testing

/// A peripheral that writes down what it is asked, and answers when a test says so.
final class LaterPeripheral: DeferringPeripheral {
    let name = "later"
    let address = Address(0xC0_0000_000002)
    let gapName = "Later"
    let gapAppearance: UInt16 = 0
    var maximumMTU = 64
    var advertisement: Advertisement? { nil }
    var calls: [String] = []
    /// Oldest first.
    var open: [(Result<[UInt8], ATTError>) -> Void] = []
    /// Given instead of waiting.
    var atOnce: Result<[UInt8], ATTError>?
    var hasThird = true

    private static func declaration(
        _ value: UInt16, _ properties: CharacteristicProperties, _ uuid: BluetoothUUID
    ) -> Attribute {
        var bytes = [properties.rawValue]
        bytes.append(word: value)
        return Attribute(
            type: "2803", content: .fixed(bytes + uuid.littleEndian), access: .read,
            groupEnd: value)
    }

    var attributes: AttributeTable {
        func service(_ uuid: BluetoothUUID, _ end: UInt16) -> Attribute {
            Attribute(
                type: "2800", content: .fixed(uuid.littleEndian), access: .read, groupEnd: end)
        }
        let all: AttributeAccess = [.read, .write, .writeCommand]
        var second = Attribute(type: "2A1A", content: .value(ValueID(2)), access: all)
        second.isReliable = true
        second.asksBeforePreparing = true
        var rows: [(UInt16, Attribute)] = [
            (1, service("1801", 4)),
            (2, Self.declaration(3, .indicate, "2A05")),
            (3, Attribute(type: "2A05", content: .serviceChanged, access: [])),
            (
                4,
                Attribute(
                    type: "2902",
                    content: .configuration(slot: 0, allowed: .indications, characteristic: nil),
                    access: [.read, .write])
            ),
            (8, service("180F", 13)),
            (9, Self.declaration(10, [.read, .write, .notify], "2A19")),
            (10, Attribute(type: "2A19", content: .value(ValueID(1)), access: all)),
            (
                11,
                Attribute(
                    type: "2902",
                    content: .configuration(
                        slot: 0, allowed: .notifications, characteristic: ValueID(1)),
                    access: [.read, .write])
            ),
            (12, Self.declaration(13, [.read, .write], "2A1A")),
            (13, second),
        ]
        if hasThird {
            rows += [
                (16, service("180A", 18)),
                (17, Self.declaration(18, .read, "2A19")),
                (
                    18,
                    Attribute(
                        type: "2A19", content: .value(ValueID(3)), access: .read,
                        readSecurity: .encrypted)
                ),
            ]
        }
        return AttributeTable(rows.map { (handle: $0.0, attribute: $0.1) })
    }

    func read(
        _ value: ValueID, from offset: Int, by connection: ConnectionID,
        _ answer: @escaping (Result<[UInt8], ATTError>) -> Void
    ) {
        calls.append("read \(value.number) from \(offset)")
        if let atOnce { answer(atOnce) } else { open.append(answer) }
    }

    func write(
        _ bytes: [UInt8], at offset: Int, to value: ValueID, _ kind: DeferredWrite,
        by connection: ConnectionID, _ answer: @escaping (ATTError?) -> Void
    ) {
        calls.append("\(kind) \(value.number) at \(offset): \(Transcript.hex(bytes))")
        let answer = { (result: Result<[UInt8], ATTError>) in
            if case .failure(let error) = result { answer(error) } else { answer(nil) }
        }
        if let atOnce { answer(atOnce) } else { open.append(answer) }
    }

    func attach(to link: any PeripheralLink) {}
    func connected(
        _ connection: ConnectionID, to central: Address, _ parameters: ConnectionParameters
    ) {}
    func disconnected(_ connection: ConnectionID, reason: DisconnectReason) {}
    func subscriptionChanged(
        _ characteristic: ValueID, by connection: ConnectionID, to subscription: Subscription
    ) { calls.append("subscription \(characteristic.number): \(subscription.rawValue)") }
    func readyToNotify(_ connection: ConnectionID) { calls.append("ready") }
}

/// A ``Transcript`` of a peripheral that answers later.
///
/// `>` hands over a request, `<` is what came back since, at once or later; `?` is the next thing that
/// the peripheral was asked for, `=` lets it answer its oldest open question with a value, `!` with an
/// error code. What stands behind two blanks is a comment.
struct LaterTranscript {
    let peripheral = LaterPeripheral()
    let server: AttributeServer
    let connection = ConnectionID(1)
    private let sent = Sent()

    private final class Sent {
        var pdus: [[UInt8]] = []
        var second = 0
    }

    init() {
        server = AttributeServer(peripheral)
        server.open(connection)
        let sent = sent
        server.onAnswer = { _, response in sent.pdus.append(response) }
        server.onSecondRequest = { _ in sent.second += 1 }
    }

    var secondRequests: Int { sent.second }

    func run(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        for (number, line) in text.split(separator: "\n").enumerated() {
            let place: Comment = "line \(number + 1): \(line)"
            let rest = String(line.dropFirst(2)).split(separator: "  ").first ?? ""
            switch line.first {
            case ">":
                let bytes = Transcript.bytes(line.dropFirst())
                var response: [UInt8] = []
                server.handle(bytes.span, from: connection, into: &response)
                if !response.isEmpty { sent.pdus.append(response) }
            case "<":
                let bytes = Transcript.bytes(line.dropFirst())
                let got = sent.pdus.isEmpty ? [] : sent.pdus.removeFirst()
                #expect(
                    Transcript.hex(got) == Transcript.hex(bytes), place,
                    sourceLocation: sourceLocation)
            case "?":
                let got = peripheral.calls.isEmpty ? "" : peripheral.calls.removeFirst()
                #expect(got == rest, place, sourceLocation: sourceLocation)
            case "=", "!":
                guard !peripheral.open.isEmpty else {
                    Issue.record("\(place): nothing is open", sourceLocation: sourceLocation)
                    return
                }
                let bytes = Transcript.bytes(line.dropFirst())
                let answer = peripheral.open.removeFirst()
                let error = line.first == "!" ? bytes.first.flatMap(ATTError.init(rawValue:)) : nil
                answer(error.map { .failure($0) } ?? .success(bytes))
            default: Issue.record(place, sourceLocation: sourceLocation)
            }
        }
        #expect(sent.pdus.isEmpty, "left over", sourceLocation: sourceLocation)
        #expect(peripheral.calls.isEmpty, "left over", sourceLocation: sourceLocation)
    }
}
