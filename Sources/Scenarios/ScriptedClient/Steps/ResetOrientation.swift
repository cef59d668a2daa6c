import Declaration
import MetaWearProtocol

extension Step {
    /// Takes the present heading as north.
    package struct ResetOrientation: CommandStep {
        package static let title = "reset-orientation"
        package static let about = "Sets the current heading as the zero of the sensor fusion."

        package static let keys = Keys(Self())

        func commands(_ session: HostSession) -> [Packet] {
            [MWSensorFusionResetOrientation().packet]
        }
    }
}
