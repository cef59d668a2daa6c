import Central
import MetaWearBoard
import MetaWearTables
import Peripheral
import ScriptedClient
import VirtualRadio

extension MetaWearBoard {
    /// A signal in words: `acceleration`, `processor 3`.
    package func title(of key: SignalKey) -> String {
        if key.module == DataProcessor.id {
            return key.register & 0x3F == 0x04
                ? "state of processor \(key.index)" : "processor \(key.index)"
        }
        if let row = knownSignal(key) { return row.signal.words }
        guard let (module, declaration) = register(key.module, key.register) else {
            return key.description
        }
        let name = module == declaration.name ? module : "\(module) \(declaration.name)"
        return key.index == SignalKey.noIndex ? name : "\(name) \(key.index)"
    }
}

extension ScenarioRun {
    /// Who is connected to a board: `phone (C0:…)`.
    package func peer(of index: Int) -> String? {
        let device = boards[index]
        if (device as? MetaWearBoard)?.isOnUSB == true { return "USB" }
        guard let link = air.links(of: device.address).first else { return nil }
        let client = clients.first { $0.central.address == link.central }
        return "\(client?.script.name ?? link.centralName) (\(link.central))"
    }
}
