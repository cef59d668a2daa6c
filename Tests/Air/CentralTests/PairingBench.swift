import Bluetooth
import LibCrypto
import Pairing
import Peripheral
import Simulation
import VirtualRadio

@testable import Central

/// A strap that pairs and a central that may, on the same air.
struct PairingBench {
    /// What somebody sees and does, of both sides.
    final class Person {
        var shown: UInt32?
        var numbers: [UInt32] = []
        var questions: [PairingQuestion] = []
        var outcomes: [PairingOutcome] = []
        var levels: [Security] = []
        var refusals: [UInt8] = []
        /// What is typed if nothing is shown, and how it differs from what is shown.
        var passkey: UInt32 = 271_828
        var typo: UInt32 = 0
        var agrees = true
    }

    let simulation: Simulation
    let air: Air
    let strap: HeartRateStrap
    let central: Central
    let boardBonds = BondMemory()
    let bonds = BondMemory()
    let person = Person()
    let lines = AirBench.Lines()

    /// Without central options the central is not set up to pair.
    init(
        central options: SecurityOptions?, board: SecurityOptions, seed: UInt64 = 1,
        minimum: Security = .open
    ) {
        let (lines, person) = (lines, person)
        simulation = Simulation(seed: seed, trace: Trace { lines.text.append($0) })
        air = Air(simulation)
        strap = HeartRateStrap()
        strap.ownServices = Self.services(minimum)
        air.add(
            strap,
            security: SecuritySetup(board, cryptography: OpenSSL(), bonds: boardBonds) {
                switch $0 {
                case .show(let passkey): person.shown = passkey
                case .compare(let number): person.numbers.append(number)
                default: break
                }
                return nil
            })
        central = Central(on: air)
        if let options {
            central.setUp(
                security: SecuritySetup(options, cryptography: OpenSSL(), bonds: bonds))
        }
    }

    /// The location can be read only on a link that is protected so.
    static func services(_ minimum: Security) -> [Service] {
        [
            Service(
                "180D",
                characteristics: [
                    Characteristic(
                        "2A38", id: HeartRateStrap.Value.location, properties: .read,
                        readSecurity: minimum)
                ])
        ]
    }

    func connect() throws(CentralError) -> Connection {
        let connection = try central.connectAndWait(to: strap.address)
        attend(connection)
        return connection
    }

    /// Somebody sits at the central, and answers a while later.
    func attend(_ connection: Connection) {
        let (person, air) = (person, air)
        connection.onPairingEnded = { person.outcomes.append($0) }
        connection.onSecurityChanged = { person.levels.append($0) }
        connection.onKeyRefused = { person.refusals.append($0) }
        connection.onPairingQuestion = { [unowned connection] question in
            person.questions.append(question)
            air.medium.at(air.medium.clock.now + .seconds(2)) {
                switch question {
                case .show: break
                case .enterPasskey:
                    connection.answer(
                        .passkey((person.shown ?? person.passkey) ^ person.typo))
                case .compare(let number):
                    let isSame = person.numbers.allSatisfy { $0 == number }
                    connection.answer(isSame && person.agrees ? .yes : .no)
                case .authorize: connection.answer(person.agrees ? .yes : .no)
                }
            }
        }
    }

    static func options(
        _ capability: IOCapability = .noInputNoOutput, secure: Bool = true, bonding: Bool = true
    ) -> SecurityOptions {
        var options = SecurityOptions()
        options.capability = capability
        options.secureConnections = secure ? .supported : .off
        options.isBonding = bonding
        options.delayAfterFailure = .zero
        return options
    }
}
