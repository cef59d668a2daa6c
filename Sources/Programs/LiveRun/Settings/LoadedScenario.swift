import CommandLineProgram
import Declaration
import LibCrypto
import ScenarioFile
import ScenarioRun
import Sweep

/// A scenario that was read, with everything that a run of it needs.
package struct LoadedScenario {
    package var scenario: ScenarioFile
    package var text: [UInt8]
    package var file: String
    package var options: RunOptions

    /// Reads a scenario, and checks the files that it names.
    package init(
        _ path: String, _ text: [UInt8], _ settings: RunSettings, _ outputs: RunOutputs,
        _ console: Console
    ) throws(RunError) {
        let scenario = try Self.scenario(path, text, settings)
        // Steps read their files during the run.
        for file in scenario.filesOfSteps(file: path) {
            guard let why = settings.claims.refusal(ofReading: file) else { continue }
            throw RunError(.input, "\(file): error: the file cannot be read: \(why)")
        }
        let state = settings.options.stateDirectory
        for (board, folder) in scenario.stateFolders(file: path, root: state) {
            try settings.claims.keep(folder, for: "the flash of \(board)")
        }
        var options = settings.options
        options.readFile = console.contents
        options.traceSink = outputs.traceSink
        options.observer = outputs.capture
        options.cryptography = OpenSSL()
        options.announce = console.announce
        (self.scenario, self.text, self.options, file) = (scenario, text, options, path)
    }

    /// Reads a text as these settings have it.
    static func scenario(
        _ path: String, _ text: [UInt8], _ settings: RunSettings
    ) throws(RunError) -> ScenarioFile {
        var scenario: ScenarioFile
        do throws(ScenarioError) {
            scenario = try ScenarioFile(
                reading: text, file: path, vocabulary: .firmware)
        } catch {
            throw RunError(.input, "\(error)")
        }
        if settings.changesScenario {
            do throws(SweepError) {
                scenario = try SweptScenario(
                    text, file: path, worlds: settings.worlds, sets: settings.sets,
                    vocabulary: .firmware
                ).scenario([])
            } catch {
                throw RunError(.input, of: settings.command, "\(error)")
            }
        }
        if !settings.hasClients { (scenario.clients, scenario.expect) = ([], []) }
        return scenario
    }

    package func whole() throws(RunError) -> ScenarioRun {
        try ScenarioRun(scenario, text: text, file: file, options: options)
    }

    /// In parts, if it has parts that have nothing to do with each other.
    package func fastest() throws(RunError) -> any VirtualRun {
        if let run = try DividedRun(scenario, text: text, file: file, options: options) {
            return run
        }
        return try whole()
    }
}
