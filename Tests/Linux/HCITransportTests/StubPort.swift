import VirtualRadio

/// A controller that keeps what it gets, and answers with what it is told to.
final class StubPort: HCIPort {
    let host: Int
    let name: String
    private(set) var received: [[UInt8]] = []
    private(set) var isDetached = false
    private(set) var slowness: [Bool] = []
    /// The answer to a packet.
    var answer: ([UInt8]) -> [UInt8] = { _ in [] }
    private var output: [UInt8] = []

    init(host: Int, name: String) {
        self.host = host
        self.name = name
    }

    var onOutput: (() -> Void)?

    var isHostSlow = false {
        didSet { slowness.append(isHostSlow) }
    }

    func receive(_ packet: Span<UInt8>) {
        var bytes: [UInt8] = []
        for index in packet.indices { bytes.append(packet[index]) }
        received.append(bytes)
        let answer = answer(bytes)
        if !answer.isEmpty { say(answer) }
    }

    func say(_ bytes: [UInt8]) {
        let wasEmpty = output.isEmpty
        output += bytes
        if wasEmpty { onOutput?() }
    }

    func takeOutput(into buffer: inout [UInt8]) {
        buffer += output
        output = []
    }

    func detach() { isDetached = true }
}
