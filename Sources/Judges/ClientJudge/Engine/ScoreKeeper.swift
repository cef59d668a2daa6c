import Device
import MetaWearBoard
import Peripheral
import TrikiCap

/// Counts what a client does with one device.
final class ScoreKeeper {
    private(set) var card: ScoreCard
    /// Most packets are like the one before.
    private var lastNotified = (0, 0)
    private let isCap: Bool

    init(_ device: any SimulatedDevice) {
        var modules: [ScoreCard.Module] = []
        if let board = device as? MetaWearBoard {
            modules = board.profile.modules.map(Self.module)
        } else if device is TrikiCap {
            modules = [Self.cap]
        }
        card = ScoreCard(
            board: device.name, model: device.modelName, modules: modules, values: [])
        isCap = device is TrikiCap
    }

    /// The registers that a board has of a module, its information among them.
    private static func module(_ entry: BoardProfile.Entry) -> ScoreCard.Module {
        var module = ScoreCard.Module(id: entry.id, name: entry.name)
        module.registers = [.init(id: 0, name: "information")]
        for declaration in entry.declarations
        where declaration.since <= entry.information.revision && declaration.unmodelled == nil {
            module.registers.append(.init(id: declaration.id, name: declaration.name))
        }
        module.total = module.registers.count
        return module
    }

    /// The requests of a cap by their first byte (protocol, triki 1.4).
    private static let cap: ScoreCard.Module = {
        let names: [(UInt8, String)] = [
            (0x05, "status"), (0x07, "unit id"), (0x09, "status block"), (0x0A, "reboot"),
            (0x0C, "short status"), (0x20, "stream"), (0x43, "counter block"),
        ]
        var module = ScoreCard.Module(id: 0x20, name: "cap")
        module.registers = names.map { .init(id: $0.0, name: $0.1) }
        module.total = names.count
        return module
    }()

    func ended(_ command: Command) {
        let id = isCap ? command.bytes.first : command.register
        guard let module = isCap ? 0x20 : command.module, let id else { return }
        let place = place(module, id)
        card.modules[place.0].registers[place.1].count(command)
    }

    func notified(_ packet: [UInt8]) {
        guard !isCap, packet.count > 1 else { return }
        let (module, register) = (packet[0], packet[1] & 0x3F)
        if !isAt(lastNotified, module, register) { lastNotified = place(module, register) }
        card.modules[lastNotified.0].registers[lastNotified.1].notified += 1
    }

    private func isAt(_ place: (Int, Int), _ module: UInt8, _ register: UInt8) -> Bool {
        place.0 < card.modules.count && card.modules[place.0].id == module
            && place.1 < card.modules[place.0].registers.count
            && card.modules[place.0].registers[place.1].id == register
    }

    func read(_ characteristic: Characteristic?) { count(characteristic, read: 1, written: 0) }
    func wrote(_ characteristic: Characteristic?) { count(characteristic, read: 0, written: 1) }

    private func count(_ characteristic: Characteristic?, read: Int, written: Int) {
        guard let uuid = characteristic.map({ "\($0.uuid)" }) else { return }
        if let place = card.values.firstIndex(where: { $0.uuid == uuid }) {
            card.values[place].read += read
            card.values[place].written += written
        } else {
            card.values.append((uuid, read, written))
        }
    }

    /// The indices of a register; one that the board does not have is added at the end.
    private func place(_ module: UInt8, _ register: UInt8) -> (Int, Int) {
        var at = card.modules.firstIndex { $0.id == module }
        if at == nil {
            let place = card.modules.firstIndex { $0.id > module } ?? card.modules.count
            card.modules.insert(
                .init(id: module, name: "absent", isPresent: false), at: place)
            at = place
        }
        let place = at ?? 0
        if let known = card.modules[place].registers.firstIndex(where: { $0.id == register }) {
            return (place, known)
        }
        card.modules[place].registers.append(.init(id: register, name: ""))
        return (place, card.modules[place].registers.count - 1)
    }
}

extension ScoreCard.Register {
    fileprivate mutating func count(_ command: Command) {
        if let refusal = command.refusal {
            ignored += 1
            why = refusal.text
            if why.hasPrefix("ignored: ") { why.removeFirst("ignored: ".count) }
        } else if command.isRead {
            read += 1
        } else {
            accepted += 1
        }
    }
}
