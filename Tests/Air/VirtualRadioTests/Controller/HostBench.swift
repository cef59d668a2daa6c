import Bluetooth
import Simulation
import Testing

@testable import VirtualRadio

/// A host as a transcript plays it: what its controller said waits to be looked at.
final class TestHost {
    let controller: Controller
    private var framer = H4Framer()
    private(set) var waiting: [[UInt8]] = []
    /// How often it was told that there is output.
    private(set) var calls = 0
    /// False leaves the output in the controller.
    var reads = true

    init(_ controller: Controller) {
        self.controller = controller
        controller.onOutput = { [unowned self] in calls += 1 }
    }

    func send(_ packet: [UInt8]) { controller.receive(packet.span) }

    /// Takes what has come; a stream out of step is a failure.
    func fetch() {
        guard reads else { return }
        var bytes: [UInt8] = []
        controller.takeOutput(into: &bytes)
        #expect(throws: Never.self) {
            try framer.receive(bytes.span) { waiting.append($0.array()) }
        }
    }

    func next() -> [UInt8]? {
        fetch()
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }

    /// Everything that has come since the last look.
    func takeAll() -> [[UInt8]] {
        fetch()
        defer { waiting = [] }
        return waiting
    }

    /// Sends a command and gives what it returns behind the opcode, status first.
    func command(_ text: String) -> [UInt8] {
        send(octets(text))
        guard let answer = takeAll().first(where: { $0[1] == 0x0E || $0[1] == 0x0F }) else {
            return []
        }
        return answer[1] == 0x0E ? Array(answer[6...]) : [answer[3]]
    }
}

/// Hosts on one air, played from a transcript of H4 packets as a capture has them:
///
/// `A> 01 03 0C 00` the host A sends, `A< 04 0E …` it gets exactly this next (`??` is any byte),
/// `A...` it gets what it gets, `+ 100 ms` time passes, `#` begins a comment. At the end nothing may
/// be left.
final class HostBench {
    let simulation: Simulation
    let air: Air
    private(set) var hosts: [Character: TestHost] = [:]
    private(set) var names: [Character] = []
    let lines = Lines()

    final class Lines { var text: [String] = [] }

    /// The public address of host A is 00:1B:DC:00:00:0A, and so on.
    init(
        _ names: String = "AB", seed: UInt64 = 5, radio: Radio = Radio(),
        cryptography: TestCryptography? = TestCryptography()
    ) {
        let lines = lines
        simulation = Simulation(seed: seed, trace: Trace { lines.text.append($0) })
        air = Air(simulation, radio: radio)
        for name in names {
            self.names.append(name)
            let number = UInt64(name.asciiValue ?? 0) - 0x37
            hosts[name] = TestHost(
                Controller(
                    on: air, name: "host \(name)",
                    publicAddress: Address(0x00_1B_DC_00_00_00 | number),
                    cryptography: cryptography))
        }
    }

    subscript(name: Character) -> TestHost {
        guard let host = hosts[name] else { preconditionFailure("no host \(name)") }
        return host
    }

    func run(_ span: Nanoseconds) { simulation.run(for: span) }

    /// Plays lines; `opens` says how the hosts begin: reset, with all events wanted.
    func play(
        _ transcript: String, opens: Bool = true, _ location: SourceLocation = #_sourceLocation
    ) {
        if opens { open() }
        for (index, line) in transcript.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let text = line.prefix { $0 != "#" }.trimmingPrefix { $0 == " " }
            guard let first = text.first else { continue }
            var place = location
            place.line += index + 1
            let rest = text.dropFirst()
            if first == "+" {
                run(Self.span(rest))
            } else if rest.hasPrefix(">") {
                self[first].send(octets(String(rest.dropFirst())))
            } else if rest.hasPrefix("...") {
                _ = self[first].takeAll()
            } else if rest.hasPrefix("<") {
                expect(String(rest.dropFirst()), self[first].next(), place)
            } else {
                Issue.record("not a line of a transcript: \(text)", sourceLocation: place)
            }
        }
        for name in names {
            for packet in self[name].takeAll() {
                Issue.record(
                    "host \(name) got more: \(hex(packet)), \(HCIDescriber.describe(packet.span))",
                    sourceLocation: location)
            }
        }
    }

    /// Resets every controller and asks for all events.
    func open() {
        for name in names {
            self[name].send(octets("01 03 0C 00"))
            self[name].send(octets("01 01 0C 08 FF FF FF FF FF FF FF FF"))
            self[name].send(octets("01 01 20 08 FF FF FF FF FF FF FF FF"))
            #expect(self[name].takeAll().count == 3)
        }
    }

    private static func span(_ text: Substring) -> Nanoseconds {
        let words = text.split(separator: " ")
        guard words.count == 2, let number = Int64(words[0]) else {
            preconditionFailure("`+ 100 ms`, not \(text)")
        }
        return words[1] == "s" ? .seconds(number) : .milliseconds(number)
    }

    private func expect(_ pattern: String, _ packet: [UInt8]?, _ place: SourceLocation) {
        guard let packet else {
            Issue.record("nothing came", sourceLocation: place)
            return
        }
        let wanted = pattern.split(separator: " ")
        let fits =
            wanted.count == packet.count
            && zip(wanted, packet).allSatisfy { $0 == "??" || UInt8($0, radix: 16) == $1 }
        guard !fits else { return }
        Issue.record(
            "got \(hex(packet)), \(HCIDescriber.describe(packet.span))", sourceLocation: place)
    }
}

/// `01 03 0C 00` as bytes.
func octets(_ text: String) -> [UInt8] {
    text.split(separator: " ").map { pair in
        guard pair.count == 2, let byte = UInt8(pair, radix: 16) else {
            preconditionFailure("\(pair) is not a byte")
        }
        return byte
    }
}

func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
        .joined(separator: " ")
}
