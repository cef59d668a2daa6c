import Declaration
import MetaWearProtocol

extension Step {
    /// Takes the present heading as north.
    package struct ResetOrientation: CommandStep {
        package static let keys = Keys(
            Self(), "reset-orientation",
            about: "Sets the current heading as the zero of the sensor fusion.")

        func commands(_ session: HostSession) -> [Packet] {
            [MWSensorFusionResetOrientation().packet]
        }
    }
}
