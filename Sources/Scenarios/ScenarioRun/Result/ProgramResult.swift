/// A program that was run against the radio, for as long as it took.
package struct ProgramResult: Sendable, Equatable {
    /// How it ended.
    package enum End: Sendable, Equatable {
        case status(Int32)
        case signal(Int32)
        /// It still ran when the run was over.
        case outlasted
        /// It was ended, because it could not go on; why, as in "was stopped: …".
        case stopped(_ why: String)

        /// Whether it did not come to an end by itself.
        package var isHang: Bool {
            switch self {
            case .status, .signal: false
            case .outlasted, .stopped: true
            }
        }
    }

    /// As on the command line, for a shell.
    package var command: String
    package var end: End

    package init(command: String, end: End) {
        self.command = command
        self.end = end
    }

    /// Why it failed, as in "ended with status 1"; nil if it ended well.
    package var failure: String? {
        switch end {
        case .status(0): nil
        case .status(let status): "ended with status \(status)"
        case .signal(let signal): "ended with signal \(signal)"
        case .outlasted: "still ran when the run was over; omit `--for` and the file's `duration`"
        case .stopped(let why): why
        }
    }
}
