import Bluetooth
import Central
import Conformance
import Simulation
import Wire

/// Restarts, and the bootloader.
extension Bench {
    /// What the time register says.
    private func boot() throws(CaseEnd) -> (uid: Int, tick: Double) {
        guard let time = try ask("0B 84", "0B 84 tick:u32 uid:u8") else {
            throw .stopped("the board does not tell its time")
        }
        return (Int(time.number("uid")), time.number("tick"))
    }

    func restarts() throws(CaseEnd) {
        let first = try boot()
        guard let id = try addLogger("01 01 FF 00") else {
            throw .stopped("no logger is free")
        }
        let number = Hex.text([id])
        func isThere() throws(CaseEnd) -> Bool {
            let found = try ask("0B 82 \(number)", "0B 82 rest:bytes", within: .seconds(1))
            return found?.bytes("rest")?.starts(with: [0x01, 0x01]) ?? false
        }
        try rejoin()
        let survives = try isThere()
        let end = try restart()
        decide(
            42, end.map { $0 < .seconds(2) } ?? false,
            end.map { "after `FE 01` it ended the link in " + Self.words($0) }
                ?? "it did not end the link")
        let remains = try isThere()
        decide(
            46, survives && !remains,
            "a trigger is \(survives ? "there" : "gone") in the next link, \(remains ? "there" : "gone") after a restart"
        )
        let second = try boot()
        let start = now
        try write(all: "FE 05", "FE 06")
        _ = try rejoinAfterRestart(within: .seconds(8))
        let third = try boot()
        let runsOn =
            third.tick * 48 / 32_768 > second.tick * 48 / 32_768 + (now - start).seconds * 0.9
        let uids = "uid \(first.uid), \(second.uid) after `FE 01`, \(third.uid) after `FE 05`"
        decide(
            45, !(runsOn && third.uid == second.uid),
            uids + "; the tick " + (runsOn ? "ran on" : "began again"))
        try write("FE 05")
        let alone = try run.endOfLink(within: .seconds(6))
        let saw = alone.map { "it ended the link after " + Self.words($0) } ?? "the link stays"
        answer(15, saw)
        decide(162, alone != nil, saw)
        if alone == nil { try run.leave() }
        try join()
    }

    private static let updates: BluetoothUUID = "00001530-1212-EFDE-1523-785FEABCD123"
    private static let version: BluetoothUUID = "00001534-1212-EFDE-1523-785FEABCD123"

    func metaBoot() throws(CaseEnd) {
        try write("FE 02")
        let end = try run.endOfLink(within: .seconds(8))
        decide(
            82, end.map { $0 < .seconds(5) } ?? false,
            end.map { "it ended the link after " + Self.words($0) } ?? "it did not end the link")
        if end == nil { try run.leave() }
        let heard = try run.advertisements(for: .seconds(3))
        if let best = heard.last(where: { $0.name != nil }) ?? heard.last {
            let names =
                best.advertisingData.names(Self.updates)
                || best.advertisingData.names(.short(0x1530))
            decide(
                64, best.name == "MetaBoot" && names,
                "it advertises `\(best.name ?? "")` \(names ? "with" : "without") the DFU service")
        } else {
            decide(64, false, "it does not advertise")
        }
        try lookIntoMetaBoot()
        try timeOut()
        try join()
    }

    private func lookIntoMetaBoot() throws(CaseEnd) {
        run.access.knownServices = nil
        guard try run.join(within: .seconds(20), subscribes: false) else {
            throw .stopped("MetaBoot could not be reached")
        }
        let strings = try ["2A24", "2A27", "2A26"].map { name throws(CaseEnd) in
            try text(BluetoothUUID(name) ?? .short(0x2A26))
        }
        decide(
            81, strings.allSatisfy { !$0.isEmpty },
            "model `\(strings[0])`, hardware `\(strings[1])`, revision `\(strings[2])`")
        let version = try run.value(of: Self.version) ?? []
        decide(87, version == [8, 0], "version [\(Hex.text(version))]")
        try run.leave()
    }

    /// How long nobody has to come until the application is back.
    private func timeOut() throws(CaseEnd) {
        let start = now
        var time: Nanoseconds?
        while time == nil, now - start < .seconds(100) {
            try wait(.seconds(1))
            let heard = try run.advertisements(for: .seconds(1))
            if heard.contains(where: { $0.advertisingData.names(Self.service) }) {
                time = now - start
            }
        }
        let saw =
            time.map { "the application is back after " + Self.words($0) }
            ?? "it stays for more than 100 s"
        answer(10, saw)
        decide(80, time.map { (.seconds(50)...(.seconds(75))).contains($0) } ?? false, saw)
        guard time == nil else { return }
        run.access.knownServices = nil
        guard try run.join(within: .seconds(20), subscribes: false) else { return }
        try run.leaveBootloader()
    }
}
