import CommandLineProgram
import Declaration
import FoundationEssentials
import LiveRun
import ScenarioFile
import ScenarioRun
import Wire

/// The scenarios that came with the program.
struct ShippedScenarios {
    /// Where they are.
    let folder: String
    /// Their paths below it, in order: `wrist.yaml`, `field/tick-wrap.yaml`.
    private(set) var names: [String]

    init(_ places: [String]) throws(RunError) {
        for place in places {
            let found = try? FileManager.default.subpathsOfDirectory(atPath: place)
            let names = (found ?? []).filter { $0.hasSuffix(".yaml") }
            guard !names.isEmpty else { continue }
            // Those of folders come last.
            func folders(_ name: String) -> Int { name.count { $0 == "/" } }
            self.names = names.sorted { (folders($0), $0) < (folders($1), $1) }
            folder = place
            return
        }
        throw RunError(
            .environment,
            "boardsim scenarios: there are none in "
                + places.map { "`\($0)`" }.joined(separator: " or ")
                + "; install the program together with its share/boardsim")
    }

    /// Those with these names, with or without `.yaml`; all for no name.
    func only(_ wanted: [String]) throws(RunError) -> ShippedScenarios {
        guard !wanted.isEmpty else { return self }
        var result = self
        result.names = []
        for name in wanted {
            guard let found = names.first(where: { $0 == name || $0 == name + ".yaml" }) else {
                throw RunError(
                    .input,
                    "boardsim scenarios: no scenario `\(name)` came with the program; "
                        + Suggestion.fix(
                            name,
                            known: name.hasSuffix(".yaml")
                                ? names : names.map { String($0.dropLast(5)) },
                            what: "scenarios"))
            }
            if !result.names.contains(found) { result.names.append(found) }
        }
        return result
    }

    /// A line for each: its name, and what it is.
    func list(_ console: Console) throws(RunError) -> String {
        let width = (names.map(\.count).max() ?? 0) + 2
        var text = ""
        for name in names {
            text += name + String(repeating: " ", count: width - name.count)
            text += try read(name, console).scenario.name + "\n"
        }
        return text
            + "\nboardsim run NAME runs one from any folder; boardsim scenarios --copy DIR copies them.\n"
    }

    /// Copies them and what they read; the number of files.
    func copy(into target: String, _ console: Console) throws(RunError) -> Int {
        var files: [(name: String, bytes: [UInt8])] = []
        func add(_ name: String, _ bytes: [UInt8]) {
            if !files.contains(where: { $0.name == name }) { files.append((name, bytes)) }
        }
        if let schema = try? console.read("\(folder)/\(NewScenario.schema)") {
            add(NewScenario.schema, schema)
        }
        for name in names {
            let found = try read(name, console)
            add(name, found.bytes)
            let prefix = folder + "/"
            for (path, bytes) in found.recordings where path.hasPrefix(prefix) {
                add(String(path.dropFirst(prefix.count)), bytes)
            }
        }
        // Nothing that somebody has changed is overwritten, and nothing is half copied.
        for file in files {
            let place = "\(target)/\(file.name)"
            if let there = try? console.read(place), there != file.bytes {
                throw RunError(
                    .input,
                    "boardsim scenarios: \(PathText.shown(place)) is there already, with other"
                        + " contents; move it away or choose another folder")
            }
        }
        for file in files {
            let place = "\(target)/\(file.name)"
            let parent = place.split(separator: "/", omittingEmptySubsequences: false).dropLast()
                .joined(separator: "/")
            do {
                try FileManager.default.createDirectory(
                    atPath: parent, withIntermediateDirectories: true)
                try console.save(file.bytes, place)
            } catch {
                let reason = (error as? FileError)?.reason ?? "the folder cannot be made"
                throw RunError(
                    .environment,
                    "boardsim scenarios: \(PathText.shown(place)) cannot be written: \(reason)")
            }
        }
        return files.count
    }

    /// A scenario with its text and the files that it reads.
    private func read(
        _ name: String, _ console: Console
    ) throws(RunError) -> (
        scenario: ScenarioFile, bytes: [UInt8], recordings: [(path: String, bytes: [UInt8])]
    ) {
        let path = "\(folder)/\(name)"
        let bytes = try console.text(of: path)
        var recordings: [(path: String, bytes: [UInt8])] = []
        do throws(ScenarioError) {
            let scenario = try ScenarioFile(reading: bytes, file: path, vocabulary: .firmware)
            _ = scenario.obstacles(file: path) { path in
                let contents = console.contents(of: path)
                if case .success(let bytes) = contents { recordings.append((path, bytes)) }
                return contents
            }
            return (scenario, bytes, recordings)
        } catch {
            throw RunError(.input, "\(error)")
        }
    }
}
