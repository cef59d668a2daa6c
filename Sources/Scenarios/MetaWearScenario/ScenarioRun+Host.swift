import Central
import Declaration
import Foundation
import LibCrypto
import MetaWearProtocol
import Peripheral
internal import ScenarioFile
internal import ScenarioRun

extension ScenarioRun {
    /// The world of a file, for a host that is no part of it.
    ///
    /// - Throws: `MWError.operationFailed` with the place of a mistake and its fix.
    static func withoutClients(_ file: String, seed: UInt64?) throws -> ScenarioRun {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw MWError.operationFailed("\(file): the scenario cannot be read")
        }
        do {
            let scenario = try ScenarioFile(
                reading: Array(data), file: file, vocabulary: .firmware)
            return try withoutClients(scenario, text: Array(data), file: file) { $0.seed = seed }
        } catch {
            throw MWError.operationFailed("\(error)")
        }
    }

    /// The world of a scenario, for a host that is no part of it.
    static func withoutClients(
        _ scenario: ScenarioFile, text: [UInt8], file: String,
        change: (inout RunOptions) -> Void
    ) throws -> ScenarioRun {
        var scenario = scenario
        (scenario.clients, scenario.expect) = ([], [])
        var options = RunOptions()
        options.isOpenEnded = true
        options.cryptography = OpenSSL()
        options.readFile = { path in
            FileManager.default.contents(atPath: path).map { .success(Array($0)) }
                ?? .failure("No such file or directory")
        }
        change(&options)
        return try ScenarioRun(scenario, text: text, file: file, options: options)
    }

    /// A host's radio that knows every board.
    func makePort() -> AirPort {
        let port = AirPort(air, name: "host")
        for board in boards { port.know(board.address) }
        return port
    }
}
