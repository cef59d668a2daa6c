import Pairing
import ScenarioFile
import ScriptedClient

extension BoardSecurity {
    /// The same for the Security Manager.
    package var options: SecurityOptions {
        var options = SecurityOptions()
        options.pairing =
            switch pairing {
            case .refused: .refused
            case .allowed: .allowed
            case .required: .required
            }
        options.capability =
            switch inputOutput {
            case .none: .noInputNoOutput
            case .display: .displayOnly
            case .keyboard: .keyboardOnly
            }
        options.secureConnections = secureConnections.options
        options.isBonding = bonding
        options.requiresMITM = pairing == .required && inputOutput != .none
        options.keySizes = 7...UInt8(clamping: keySize)
        options.passkey = passkey.map { UInt32(clamping: $0) }
        return options
    }
}
