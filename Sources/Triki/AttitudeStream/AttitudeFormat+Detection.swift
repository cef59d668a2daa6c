extension AttitudeFormat {
    /// The form of a stream that begins with these bytes; nil if more of them are needed to tell.
    ///
    /// A versioned stream begins with the header of one of its frames. A legacy one begins with the
    /// float of a roll, which is zero at first; one that has all six bytes of a header in its place
    /// would be a number around 2e-38.
    public init?(beginning bytes: some Sequence<UInt8>) {
        let magic = AttitudeFrame.magic
        let frames: [[UInt8]] = [
            magic + [AttitudeFrame.version, 1, UInt8(AttitudeFrame.anglesLength), 0],
            magic + [AttitudeFrame.version, 2, 0, 0],
        ]
        let beginning = Array(bytes.prefix(6))
        guard frames.contains(where: { $0.starts(with: beginning) }) else {
            self = .legacy
            return
        }
        guard beginning.count == 6 else { return nil }
        self = .versioned
    }
}
