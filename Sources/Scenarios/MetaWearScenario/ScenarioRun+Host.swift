import Central
import Declaration
import Foundation
import LibCrypto
import MetaWearProtocol
import Peripheral
import ScenarioFile
import ScenarioRun

extension ScenarioRun {
    /// The world of a file, for a host that is no part of it.
    ///
    /// - Throws: `MWError.operationFailed` with the place of a mistake and its fix.
    static func withoutClients(_ file: String, seed: UInt64?) throws -> ScenarioRun {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw MWError.operationFailed("\(file): the scenario cannot be read")
        }
        do {
            var scenario = try ScenarioFile(
                reading: Array(data), file: file, vocabulary: .firmware)
            (scenario.clients, scenario.expect) = ([], [])
            var options = RunOptions()
            options.seed = seed
            options.isOpenEnded = true
            options.cryptography = OpenSSL()
            options.readFile = { path in
                FileManager.default.contents(atPath: path).map { .success(Array($0)) }
                    ?? .failure("No such file or directory")
            }
            return try ScenarioRun(scenario, text: Array(data), file: file, options: options)
        } catch {
            throw MWError.operationFailed("\(error)")
        }
    }

    /// A host's radio that knows every board.
    func makePort() -> AirPort {
        let port = AirPort(air, name: "host")
        for board in boards { port.know(board.address) }
        return port
    }
}
