import Bluetooth
import DBus
import Foundation
import Simulation
import Testing

@testable import BlueZStandIn

@Suite("The stand-in among clients that err")
struct StandInFuzzTests {
    /// `FUZZ_ROUNDS` says how many calls; the stage `fuzz` asks for many, others for few. A call over the
    /// bus, with the seconds behind it, is worth twenty writes.
    static let rounds =
        (Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 6_000) / 20

    static let members = [
        "Adapter1.StartDiscovery", "Adapter1.StopDiscovery", "Adapter1.SetDiscoveryFilter",
        "Adapter1.RemoveDevice", "Device1.Connect", "Device1.Connect", "Device1.Disconnect",
        "Device1.Pair", "Device1.CancelPairing", "Device1.ConnectProfile",
        "AgentManager1.RegisterAgent", "AgentManager1.UnregisterAgent",
        "AgentManager1.RequestDefaultAgent", "ProfileManager1.RegisterProfile",
        "ProfileManager1.UnregisterProfile", "Properties.Set", "Properties.Set",
        "Properties.Get", "Properties.GetAll", "Media1.RegisterApplication",
        "GattManager1.RegisterApplication", "LEAdvertisingManager1.RegisterAdvertisement",
        "GattCharacteristic1.ReadValue", "GattCharacteristic1.StartNotify", "Nothing1.AtAll",
    ]

    static let texts = [
        "", "org.bluez.Adapter1", "org.bluez.Device1", "Powered", "Discoverable", "Alias",
        "Trusted", "Blocked", "KeyboardDisplay", "180f", "x y",
        "Pairable", "DiscoverableTimeout", "ä",
    ]

    struct Chance {
        var stream: RandomStream

        mutating func below(_ limit: Int) -> Int { Int(stream.next() % UInt64(limit)) }

        mutating func pick<Thing>(_ things: [Thing]) -> Thing { things[below(things.count)] }

        mutating func value(_ paths: [String]) -> Value {
            switch below(7) {
            case 0: .path(pick(paths))
            case 1: .variant(.bool(below(2) == 0))
            case 2: .variant(.uint32(UInt32(below(100))))
            case 3: .options([(pick(["Transport", "RSSI", "UUIDs", "x"]), .int16(-5))])
            case 4: .options([])
            case 5: .variant(.string(pick(texts)))
            default: .string(pick(texts))
            }
        }

        /// Most often what the method wants.
        mutating func arguments(_ member: String, _ paths: [String]) -> [Value] {
            guard below(4) > 0 else { return (0..<below(4)).map { _ in value(paths) } }
            switch member.split(separator: ".").last ?? "" {
            case "Set":
                return [
                    .string(pick(["org.bluez.Adapter1", "org.bluez.Device1"])),
                    .string(pick(texts)), .variant(pick([.bool(true), .bool(false), "x"])),
                ]
            case "RegisterAgent": return [.path(pick(paths)), .string(pick(texts))]
            case "SetDiscoveryFilter", "ReadValue":
                return [.options([("RSSI", .int16(Int16(below(200) - 150)))])]
            case "RemoveDevice", "UnregisterAgent", "RequestDefaultAgent", "UnregisterProfile":
                return [.path(pick(paths))]
            case "RegisterProfile":
                return [.path(pick(paths)), .string(pick(texts)), .options([])]
            case "RegisterApplication", "RegisterAdvertisement":
                return [.path(pick(paths)), .options([])]
            default: return []
            }
        }

        private var texts: [String] { StandInFuzzTests.texts }
    }

    @Test(
        "fuzz: whatever clients call, every call is answered and the stand-in goes on",
        arguments: StandInBench.Kind.allCases)
    func calls(_ kind: StandInBench.Kind) throws {
        let boards = [TestBoard(1), TestBoard(2), TestBoard(3)]
        let world = try StandInBench(on: kind, boards: boards)
        var chance = Chance(stream: RandomStream(seed: 7, purpose: "fuzz"))
        world.client.onCall = { call in
            if call.member == "RequestAuthorization" { call.reply() }
        }
        let paths =
            ["/", "/org/bluez", StandInBench.adapter, StandInBench.adapter, "/nowhere"]
            + boards.map(\.path) + boards.map { $0.path + "/service0008/char0009" }
        var others: [Bus] = []
        var (asked, answered) = (0, 0)
        for round in 0..<Self.rounds {
            if round % 50 == 0 {
                for other in others { other.close() }
                others = try (0..<2).map { _ in try world.connect() }
            }
            let member = chance.pick(Self.members)
            let parts = member.split(separator: ".")
            let home = parts[0] == "Properties" ? "org.freedesktop.DBus" : "org.bluez"
            // Those who leave do not wait for their answers.
            let caller = chance.pick([world.client] + others)
            let stays = caller === world.client
            if stays { asked += 1 }
            caller.call(
                "org.bluez", chance.pick(paths), "\(home).\(parts[0])", String(parts[1]),
                chance.arguments(member, paths), timeout: 120_000
            ) { _ in if stays { answered += 1 } }
            if chance.below(3) == 0 {
                world.run(for: .milliseconds(Int64(chance.below(1_500))))
            }
        }
        world.run(for: .seconds(90)) { answered < asked }
        #expect(answered == asked)
        // One of each client and board, no more.
        #expect(world.standIn.adapters[0].discovery.clients.count <= 1 + others.count)
        #expect(world.standIn.adapters[0].devices.count <= boards.count)
        _ = world.set(StandInBench.adapter, "Adapter1", "Powered", .bool(true))
        #expect(world.get(StandInBench.adapter, "Adapter1", "Powered") == "reply true")
    }
}
