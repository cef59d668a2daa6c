import Bluetooth
import Central
import Declaration
import MetaWearBoard
import Peripheral
import ScenarioFile
import Simulation

/// What a board says about itself: device information and modules, as a host reads them (protocol,
/// core 2).
package struct BoardInquiry {
    private let access: BoardAccess
    /// Everything about the board.
    package let services: [RemoteService]

    /// Connects and discovers.
    package init(_ access: BoardAccess) throws(AccessError) {
        self.access = access
        if !access.isConnected { try access.connect(within: .seconds(60)) }
        services = try access.discover()
    }

    /// Asks, and keeps the link.
    package func facts() throws(AccessError) -> BoardFacts {
        func has(_ device: DeviceKind) -> Bool {
            services.contains { $0.characteristic(CaseChannel.of(device).command) != nil }
        }
        if has(.metawear) { return try metaWear() }
        if has(.triki) {
            var facts = BoardFacts(.triki)
            facts.firmware = text("2A26") ?? facts.firmware
            facts.hardware = text("2A27") ?? facts.hardware
            return facts
        }
        throw .unable(
            "\(access.name): this is neither a MetaWear board in its application nor a Triki cap")
    }

    /// A string of the device information; nil if it has none.
    private func text(_ uuid: BluetoothUUID) -> String? {
        guard let bytes = try? access.read(uuid), !bytes.isEmpty else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    private func metaWear() throws(AccessError) -> BoardFacts {
        let number = text("2A24") ?? ""
        let modules = try self.modules()
        let profile = BoardProfile.all.max {
            likeness($0, number, modules) < likeness($1, number, modules)
        }
        let model = profile?.name ?? ""
        return BoardFacts(
            name: model, model: model, firmware: text("2A26") ?? "", hardware: text("2A27") ?? "",
            modules: modules)
    }

    /// How well a product matches the board: its model number counts more than any module.
    private func likeness(
        _ profile: BoardProfile, _ number: String, _ modules: [BoardFacts.Module]
    ) -> Int {
        let alike = modules.count { module in
            let information = profile.information(module.id)
            return information?.implementation == module.implementation
                && information?.revision == module.revision
        }
        return alike + (profile.modelNumber == number ? 1_000 : 0)
    }

    /// Asks for every known module; one that does not answer is asked once more, because a busy machine may
    /// have been late, and then counts as absent.
    private func modules() throws(AccessError) -> [BoardFacts.Module] {
        try access.subscribe(to: CaseChannel.of(.metawear).notification, .notifications)
        var answers: [UInt8: [UInt8]] = [:]
        let names = ModuleName.allCases.sorted { $0.id < $1.id }
        for _ in 1...2 {
            for name in names where answers[name.id] == nil { try ask(name.id, &answers) }
        }
        return names.compactMap { name in
            // An absent module answers with two bytes only.
            guard let bytes = answers[name.id], bytes.count > 2 else { return nil }
            var module = BoardFacts.Module(id: name.id, name: name.rawValue)
            guard bytes.count >= 4 else {
                module.malformed = bytes
                return module
            }
            module.implementation = bytes[2]
            module.revision = bytes[3]
            module.extra = Array(bytes[4...])
            return module
        }
    }

    /// Asks for one module and reads packets until it has answered; late answers of others count too.
    private func ask(_ id: UInt8, _ answers: inout [UInt8: [UInt8]]) throws(AccessError) {
        let channel = CaseChannel.of(.metawear)
        try access.write([id, 0x80], to: channel.command, .command)
        let limit = access.now + .seconds(2)
        while answers[id] == nil,
            case .value(_, let uuid, let bytes)? = try access.next(before: limit)
        {
            guard uuid == channel.notification, bytes.count >= 2, bytes[1] == 0x80 else { continue }
            answers[bytes[0]] = bytes
        }
    }
}
