import Bluetooth
import Foundation
import Peripheral
import Simulation
import Testing

/// Throws random and mutated PDUs at a server and checks that what comes back is one the standard
/// allows; returns how many got an answer.
///
/// - Parameter onFailure: gets a sentence with the seed and the PDU.
func fuzzAttributeServer(
    seed: UInt64, count: Int, onFailure: (String) -> Void
) -> Int {
    var random = RandomStream(seed: seed, purpose: "fuzz.attributes")
    let peripheral = TestPeripheral()
    peripheral.maximumMTU = 517
    let server = AttributeServer(peripheral)
    let connection = ConnectionID(1)
    server.open(connection)
    var response: [UInt8] = []
    var answered = 0
    for round in 0..<count {
        let pdu = randomPDU(&random)
        let mtu = server.mtu(of: connection)
        server.handle(pdu.span, from: connection, into: &response)
        if !response.isEmpty {
            answered += 1
            if let complaint = complaint(pdu, response, mtu) {
                onFailure("seed \(seed), round \(round): \(complaint): \(pdu) -> \(response)")
            }
        }
        peripheral.calls.removeAll(keepingCapacity: true)
        switch random.below(200) {
        case 0: server.open(connection, security: .authenticated)
        case 1: server.rebuild()
        case 2:
            _ = server.indication(
                pdu.span, of: TestPeripheral.Value.alarm, to: connection, into: &response)
        case 3: _ = server.serviceChanged(for: connection, into: &response)
        case 4...8:
            if server.notification(
                pdu.span, of: TestPeripheral.Value.battery, to: connection, into: &response),
                response.count > mtu
            {
                onFailure("seed \(seed), round \(round): a notification longer than the MTU")
            }
        default: break
        }
    }
    return answered
}

/// Throws PDUs at a server whose peripheral answers late, never, twice or with an error, and whose
/// table changes; returns how many got an answer.
func fuzzDeferringServer(seed: UInt64, count: Int, onFailure: (String) -> Void) -> Int {
    var random = RandomStream(seed: seed, purpose: "fuzz.deferring")
    let peripheral = LaterPeripheral()
    peripheral.maximumMTU = 517
    let server = AttributeServer(peripheral)
    let connection = ConnectionID(1)
    server.open(connection)
    var answers: [(pdu: [UInt8], mtu: Int)] = []
    server.onAnswer = { answers.append(($1, server.mtu(of: $0))) }
    var response: [UInt8] = []
    var answered = 0
    var waiting: [UInt8]?
    for round in 0..<count {
        let pdu = randomPDU(&random)
        let mtu = server.mtu(of: connection)
        server.handle(pdu.span, from: connection, into: &response)
        if !response.isEmpty, pdu.first != AttributeOpcode.confirmation.rawValue {
            answered += 1
            if let complaint = complaint(pdu, response, mtu) {
                onFailure("seed \(seed), round \(round): \(complaint): \(pdu) -> \(response)")
            }
        } else if let opcode = pdu.first, AttributeOpcode(rawValue: opcode)?.isRequest == true,
            waiting == nil, peripheral.open.count > 0
        {
            waiting = pdu
        }
        while !peripheral.open.isEmpty, random.below(3) > 0 {
            let answer = peripheral.open.removeFirst()
            let codes: [UInt8] = [0x01, 0x0E, 0x80, 0x9F, 0xFF]
            let value = (0..<random.below(600)).map { UInt8(truncatingIfNeeded: $0) }
            let code = ATTError(rawValue: codes[Int(random.below(5))]) ?? .unlikelyError
            answer(random.below(4) == 0 ? .failure(code) : .success(value))
            if random.below(8) == 0 { answer(.success([])) }
        }
        for (late, mtu) in answers {
            answered += 1
            if let waiting, let complaint = complaint(waiting, late, mtu) {
                onFailure("seed \(seed), round \(round): \(complaint): \(waiting) -> \(late)")
            }
        }
        if !answers.isEmpty { waiting = nil }
        answers = []
        peripheral.calls.removeAll(keepingCapacity: true)
        switch random.below(100) {
        case 0:
            server.open(connection, security: .authenticated)
            waiting = nil
        case 1, 2:
            peripheral.hasThird.toggle()
            server.rebuild()
        case 3: _ = server.serviceChanged(for: connection, into: &response)
        case 4: peripheral.atOnce = random.below(2) == 0 ? nil : .success([1, 2, 3])
        default: break
        }
    }
    return answered
}

private func complaint(_ pdu: [UInt8], _ response: [UInt8], _ mtu: Int) -> String? {
    guard response.count <= mtu else { return "longer than the MTU of \(mtu)" }
    guard let parsed = try? AttributePDU(response.span) else { return "not a PDU" }
    if parsed.opcode == .errorResponse {
        guard response[1] == pdu[0] else { return "an error for another request" }
        if case .reserved? = ATTError(rawValue: response[4]) { return "an error without a meaning" }
        return response[4] == 0 ? "an error that is none" : nil
    }
    let request = AttributeOpcode(rawValue: pdu[0])
    return request?.response == parsed.opcode ? nil : "a response to another request"
}

/// A well-formed request with likely handles, then perhaps cut, lengthened or with a bit flipped; or
/// mere noise.
private func randomPDU(_ random: inout RandomStream) -> [UInt8] {
    func byte() -> UInt8 { UInt8(truncatingIfNeeded: random.next()) }
    func noise(_ most: UInt64) -> [UInt8] { (0..<random.below(most + 1)).map { _ in byte() } }
    if random.below(10) == 0 { return noise(40) }
    func handle() -> UInt16 {
        random.below(20) == 0 ? UInt16(truncatingIfNeeded: random.next()) : UInt16(random.below(34))
    }
    let opcodes = AttributeOpcode.allCases
    let opcode = opcodes[Int(random.below(UInt64(opcodes.count)))]
    let second = random.below(2) == 0 ? UInt16(random.below(60)) : 0xFFFF
    let types: [UInt16] = [0x2800, 0x2801, 0x2803, 0x2902, 0x2A00, 0x2A19, 0x2A3F]
    let type = types[Int(random.below(UInt64(types.count)))]
    var pdu = AttributePDU(opcode, handle(), second, type).bytes()
    switch opcode {
    case .readByTypeRequest, .readByGroupTypeRequest: pdu.append(word: type)
    case .readMultipleRequest, .readMultipleVariableRequest:
        for _ in 0..<random.below(6) { pdu.append(word: handle()) }
    case .executeWriteRequest: pdu[1] = UInt8(random.below(3))
    case .writeRequest where random.below(3) == 0: pdu += [UInt8(random.below(4)), 0]
    default: pdu += noise(random.below(20) == 0 ? 520 : 24)
    }
    switch random.below(8) {
    case 0: pdu.removeLast(Int(random.below(UInt64(pdu.count) + 1)))
    case 1: pdu += noise(3)
    case 2:
        let index = Int(random.below(UInt64(pdu.count)))
        pdu[index] ^= 1 << UInt8(random.below(8))
    default: break
    }
    return pdu
}

struct FuzzTests {
    /// `FUZZ_ROUNDS` says how many PDUs; the stage `fuzz` asks for many, others for few.
    static let rounds = Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 20_000

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `random and mutated PDUs are answered by the book`(_ seed: UInt64) {
        let count = Self.rounds / 4
        let answered = fuzzAttributeServer(seed: seed, count: count) { Issue.record("\($0)") }
        #expect(answered > count * 3 / 10)
    }

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `fuzzed requests are answered by the book, however late`(_ seed: UInt64) {
        let count = Self.rounds / 4
        let answered = fuzzDeferringServer(seed: seed, count: count) { Issue.record("\($0)") }
        #expect(answered > count / 10)
    }

    @Test func `random bytes are advertising data or nothing`() {
        var random = RandomStream(seed: 5, purpose: "fuzz.advertising")
        for _ in 0..<5_000 {
            let bytes = (0..<random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            let data = AdvertisingData(parsing: bytes)
            #expect(data.elements.count <= bytes.count / 2)
            #expect(data.fittingBytes.count <= AdvertisingData.limit)
        }
    }
}
