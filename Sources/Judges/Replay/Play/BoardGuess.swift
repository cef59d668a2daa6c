import Bluetooth
import MetaWearBoard
import MetaWearProtocol
import ScenarioFile
import ScenarioRun

/// Which modelled board a captured one is.
package struct BoardGuess: Sendable {
    package var model: BoardModel
    /// A revision that the model knows.
    package var firmware: String
    /// Six hexadecimal digits, or those of a cap's name; nil if the capture does not say.
    package var serial: String?
    /// What the captured board says of its manufacturer; nil if the capture does not say.
    package var manufacturer: String?
    /// As advertised; nil if the capture does not say.
    package var name: String?
    /// The address of the first link; nil if the capture does not say.
    package var address: Address?
    /// How the choice came about.
    package var reasons: [String] = []
    /// What its modules say of themselves: as captured, otherwise as modelled.
    private(set) var modules: [MWModuleInfo] = []

    /// What the links of one device say about it.
    ///
    /// - Parameters:
    ///   - model: chosen by the user; nil to choose by the capture.
    ///   - firmware: likewise.
    package init(
        _ links: [CapturedLink], model: BoardModel? = nil, firmware: String? = nil
    ) throws(CaptureError) {
        func first(_ uuid: BluetoothUUID) -> String? {
            links.lazy.compactMap { $0.text(of: uuid) }.first
        }
        let isCap = links.contains { $0.kind == .triki }
        let stated = firmware ?? first(KnownCharacteristic.firmware)
        let tables = Self.answers(links)
        if let model {
            self.model = model
        } else if isCap {
            self.model = .triki
        } else {
            self.model = try Self.model(
                number: first(KnownCharacteristic.model), firmware: stated, tables)
        }
        let known = self.model.firmwareRevisions
        if let stated, known.contains(stated) {
            self.firmware = stated
        } else if let stated, firmware != nil {
            throw CaptureError(
                "--firmware \(stated) is not known for a \(self.model.rawValue)",
                fix: "choose from \(known.joined(separator: ", "))")
        } else {
            self.firmware = Self.closest(known, self.model, tables)
            reasons.append(
                stated.map { "firmware \($0) is not modelled; \(self.firmware) is closest" }
                    ?? "the capture does not contain the firmware revision; \(self.firmware) is"
                    + " assumed")
        }
        modules = Self.modules(tables, Self.profile(self.model, self.firmware))
        serial = first(KnownCharacteristic.serial).flatMap { text in
            let isValid = text.utf8.count == 6 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
            return isValid && !isCap ? text : nil
        }
        manufacturer = isCap ? nil : first(KnownCharacteristic.manufacturer)
        name = links.lazy.compactMap(\.name).first
        address = links.lazy.compactMap(\.peer).first
    }

    /// The answers to discovery, by module.
    private static func answers(_ links: [CapturedLink]) -> [UInt8: [UInt8]] {
        var tables: [UInt8: [UInt8]] = [:]
        for link in links {
            for item in link.events {
                guard case .value(KnownCharacteristic.notification, let bytes) = item.event,
                    bytes.count >= 2, bytes[1] == 0x80
                else { continue }
                tables[bytes[0]] = Array(bytes.dropFirst(2))
            }
        }
        return tables
    }

    /// The answers, and those of a profile to what the host did not ask.
    private static func modules(
        _ tables: [UInt8: [UInt8]], _ profile: BoardProfile?
    ) -> [MWModuleInfo] {
        MWModule.allCases.compactMap { module in
            let modelled = profile?.information(module.rawValue).map {
                [$0.implementation, $0.revision] + $0.extra
            }
            return (tables[module.rawValue] ?? modelled).flatMap {
                MWModuleInfo(answer: [module.rawValue, 0x80] + $0)
            }
        }
    }

    /// How many modules of a profile answer as the captured ones.
    private static func agreement(_ profile: BoardProfile, _ tables: [UInt8: [UInt8]]) -> Int {
        tables.count { id, answer in
            guard let information = profile.information(id) else { return answer.isEmpty }
            return answer
                == [information.implementation, information.revision] + information.extra
        }
    }

    private static func profile(_ model: BoardModel, _ firmware: String) -> BoardProfile? {
        let profile = BoardProfile.all.first { $0.name == model.rawValue }
        return profile?.running(firmware) ?? profile
    }

    private static func profiles(_ model: BoardModel) -> [BoardProfile] {
        model.firmwareRevisions.compactMap { profile(model, $0) }
    }

    private static func model(
        number: String?, firmware: String?, _ tables: [UInt8: [UInt8]]
    ) throws(CaptureError) -> BoardModel {
        guard number != nil || !tables.isEmpty else {
            throw CaptureError(
                "the capture contains neither the model number (2A24) nor a module's answer to"
                    + " discovery",
                fix: "name the board: `--model 'MetaMotion S'`; `boardsim boards` lists all")
        }
        var best: (model: BoardModel, score: (Int, Int, Int))?
        for model in BoardModel.allCases where model != .triki {
            for profile in profiles(model) {
                let score = (
                    profile.modelNumber == number ? 1 : 0, agreement(profile, tables),
                    profile.firmwareRevision == firmware ? 1 : 0
                )
                if best.map({ score > $0.score }) ?? true { best = (model, score) }
            }
        }
        guard let best, best.score.0 > 0 || best.score.1 > 0 else {
            throw CaptureError(
                "no modelled board resembles the captured one (model number \(number ?? "unknown"))",
                fix: "name the board: `--model 'MetaMotion S'`; `boardsim boards` lists all")
        }
        return best.model
    }

    private static func closest(
        _ known: [String], _ model: BoardModel, _ tables: [UInt8: [UInt8]]
    ) -> String {
        var best = (known.first ?? "", -1)
        for (revision, profile) in zip(known, profiles(model)) {
            let score = agreement(profile, tables)
            if score > best.1 { best = (revision, score) }
        }
        return best.0
    }
}
