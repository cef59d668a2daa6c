import CommandLineProgram
import JSON
import MetaWearBoard
import TrikiCap
import Wire

/// `boardsim boards`: the profiles with their modules and quirks.
func boardsCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    if arguments.has("json") {
        console.write(
            JSONValue.object([
                ("boards", .array(BoardProfile.all.map(\.json))),
                (
                    "caps",
                    .array([
                        .object([
                            ("name", .string(TrikiCap.product)),
                            ("model", .string(TrikiCap.model)),
                            (
                                "firmware",
                                .array(TrikiCap.firmwareRevisions.map { .string($0) })
                            ),
                        ])
                    ])
                ),
                (
                    "quirks",
                    .array(
                        Quirk.allCases.map {
                            .object([("name", .string($0.rawValue)), ("about", .string($0.about))])
                        })
                ),
            ]).text)
        return .success
    }
    for profile in BoardProfile.all {
        console.write(profile.text + "\n")
    }
    console.write(
        "\(TrikiCap.product)  model \(TrikiCap.model), firmware"
            + " \(TrikiCap.firmwareRevisions.joined(separator: " or "))\n"
            + "  a motion cap without registers; its switches are keys of `triki:`\n\n")
    console.write("Quirks, for `quirks:` of a board:\n")
    for quirk in Quirk.allCases {
        let name = quirk.rawValue + String(repeating: " ", count: max(1, 29 - quirk.rawValue.count))
        console.write("  \(name)\(quirk.about)\n")
    }
    return .success
}

extension BoardProfile.Entry {
    /// The number of modelled registers, and of all that this revision of the module has; unknown
    /// for a module without a model.
    fileprivate var registerCounts: (modelled: Int, all: Int) {
        let known = declarations.filter { $0.since <= information.revision }
        return (known.count { $0.unmodelled == nil }, known.count)
    }
}

extension BoardProfile {
    /// What it is and what it has, for a person.
    var text: String {
        var text =
            "\(name)  model \(modelNumber), firmware \(firmwareRevision), hardware \(hardwareRevision)\n"
        for module in modules {
            let name = module.name + String(repeating: " ", count: max(1, 18 - module.name.count))
            let (modelled, all) = module.registerCounts
            let note =
                !module.isModelled
                ? "  (answers discovery only)"
                : modelled < all ? "  (\(modelled) of \(all) registers modelled)" : ""
            let extra = module.information.extra
            text +=
                "  \(Hex.text([module.id]))  \(name)implementation"
                + " \(module.information.implementation), revision"
                + " \(module.information.revision)"
                + (extra.isEmpty ? "" : ", \(Hex.text(extra))") + "\(note)\n"
        }
        for other in others {
            text +=
                "  or firmware \(other.firmwareRevision): hardware \(other.hardwareRevision)"
                + other.differences(from: self) + "\n"
        }
        return text
    }

    /// The same product with the other firmware revisions that a scenario may name.
    fileprivate var others: [BoardProfile] {
        Self.knownFirmware(of: name).dropFirst().compactMap { running($0) }
    }

    /// Its modules that answer discovery differently: `; 09 00 00 1c, 0b …`.
    fileprivate func differences(from other: BoardProfile) -> String {
        func answer(_ information: ModuleInformation) -> [UInt8] {
            [information.implementation, information.revision] + information.extra
        }
        let own = modules.filter {
            other.information($0.id).map(answer) != answer($0.information)
        }
        guard !own.isEmpty else { return "" }
        return "; "
            + own.map { Hex.text([$0.id] + answer($0.information)) }.joined(separator: ", ")
    }

    var json: JSONValue {
        .object([
            ("name", .string(name)), ("model", .string(modelNumber)),
            ("firmware", .string(firmwareRevision)), ("hardware", .string(hardwareRevision)),
            ("modules", modulesJSON),
            (
                "otherFirmware",
                .array(
                    others.map {
                        .object([
                            ("firmware", .string($0.firmwareRevision)),
                            ("hardware", .string($0.hardwareRevision)),
                            ("modules", $0.modulesJSON),
                        ])
                    })
            ),
        ])
    }

    private var modulesJSON: JSONValue {
        .array(
            modules.map { module in
                .object([
                    ("id", .integer(Int(module.id))), ("name", .string(module.name)),
                    ("implementation", .integer(Int(module.information.implementation))),
                    ("revision", .integer(Int(module.information.revision))),
                    ("extra", .array(module.information.extra.map { .integer(Int($0)) })),
                    ("modelled", .bool(module.isModelled)),
                    ("registers", .integer(module.registerCounts.all)),
                    ("registersModelled", .integer(module.registerCounts.modelled)),
                ])
            })
    }
}
