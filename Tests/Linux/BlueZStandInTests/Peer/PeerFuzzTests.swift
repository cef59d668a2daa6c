import Checkout
import DBus
import DBusPeer
import Foundation
import Simulation
import Testing

/// Calls of everything with anything, by a client that also answers what it is asked with anything.
@Suite("fuzzed calls of the stand-in")
struct PeerFuzzTests {
    /// `FUZZ_ROUNDS` says how many calls; the stage `fuzz` asks for many, others for few.
    static let rounds =
        (Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 10_000) / 5

    @Test("fuzz: every call is answered, whatever it is", .slow, arguments: [UInt64(1), 2])
    func calls(_ seed: UInt64) throws {
        let world = try PeerBench()
        try world.connect()
        var call = RandomCall(seed: seed)
        func learn() throws {
            let paths = try world.objects().map(\.path)
            // As many that are there as are not.
            call.paths = Array((call.paths + paths).suffix(60))
            for path in ["/", "/org/bluez"] + paths {
                let answer = try world.call(
                    path, "org.freedesktop.DBus.Introspectable", "Introspect")
                if let document = answer.values.first?.text { call.vocabulary.read(document) }
            }
        }
        try learn()
        #expect(call.vocabulary.methods.count > 15)
        world.client.onMessage = { [unowned client = world.client] message in
            guard message.kind == .call else { return true }
            switch call.below(4) {
            case 0: client.send(message.error("org.bluez.Error.Rejected", "no"))
            case 1: client.send(message.reply())
            case 2: client.send(message.reply([call.value(of: "a{oa{sa{sv}}}")]))
            default: client.send(message.reply([call.value(of: "v")]))
            }
            return true
        }
        var waiting: [(RandomCall.Call, Answer)] = []
        for round in 0..<Self.rounds / 2 {
            let next = call.next()
            waiting.append(
                (
                    next,
                    world.client.call(
                        "org.bluez", next.path, next.interface, next.member, next.values)
                ))
            guard round % 64 == 63 else { continue }
            try world.run(for: .milliseconds(Int64(call.below(400))))
            waiting.removeAll { $0.1.message != nil }
            guard round % 2_048 == 2_047 else { continue }
            // Nothing waits for ever: a link takes 40 s to give up, pairing 30.
            try world.run(for: .seconds(120)) { waiting.allSatisfy { $0.1.message != nil } }
            #expect(
                waiting.allSatisfy { $0.1.message != nil },
                "seed \(seed), before round \(round): \(waiting.first { $0.1.message == nil }?.0 as Any)"
            )
            waiting = []
            try learn()
        }
        try world.run(for: .seconds(120)) { waiting.allSatisfy { $0.1.message != nil } }
        for (call, answer) in waiting where answer.message == nil {
            Issue.record("seed \(seed): never answered: \(call)")
        }
        // It still does its work for another client.
        let other = try world.bus.peer()
        let answer = other.call(
            "org.bluez", "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
        #expect(try world.bus.answer(answer).kind == .reply)
    }
}
