import MetaWearBoard
import ScenarioFile
import TrikiCap

extension BoardFacts {
    /// What a modelled product says about itself.
    package init(_ model: BoardModel) {
        guard let profile = BoardProfile.all.first(where: { $0.name == model.rawValue }) else {
            let firmware = TrikiCap.firmwareRevisions.first ?? ""
            self.init(
                name: "\(model.rawValue) \(firmware)", model: model.rawValue, firmware: firmware,
                hardware: "")
            return
        }
        self.init(
            name: "\(profile.name) \(profile.firmwareRevision)", model: profile.name,
            firmware: profile.firmwareRevision,
            hardware: profile.hardwareRevision,
            modules: profile.modules.map { entry in
                Module(
                    id: entry.id, name: entry.name,
                    implementation: entry.information.implementation,
                    revision: entry.information.revision, extra: entry.information.extra)
            })
    }

    /// Whether it is a cap, which has no modules.
    package var isCap: Bool { model == BoardModel.triki.rawValue }
}
