import Declaration

extension Step {
    /// Takes the present heading as north.
    package struct ResetOrientation: CommandStep {
        package static let title = "reset-orientation"
        package static let about = "Has the sensor fusion take the present heading as its zero."

        package static let keys = Keys(Self())

        func commands(_ session: HostSession) -> [[UInt8]] { [[0x19, 0x0F, 0x01]] }
    }
}
