import MetaWearProtocol

/// Everything that a script made on a board, by the names that the script gave.
struct MadeThings {
    var chains: [String: ProcessorChain] = [:]
    var timers: [String: MWTimer] = [:]
    var events: [String: [MWEvent]] = [:]
    var macros: [String: MWMacro] = [:]
    /// Signals that `recover` found.
    var recovered: [String: ScriptSignal] = [:]
    /// Answers to reads of calibration data, by register.
    var calibration: [UInt8: [UInt8]] = [:]
    /// Started by `start`, and by `log`.
    var started: [SensorUnit] = []
    var logged: [SensorUnit] = []
}

/// A chain of processors that a client made.
struct ProcessorChain {
    struct Link {
        var id: UInt8
        var kind: Stage.Kind
        var input: ScriptSignal
        var output: ScriptSignal
    }

    var links: [Link] = []

    /// Its output: that of the last processor, or the state of a buffer.
    var output: ScriptSignal? { links.last?.output }

    /// The processor that a step means.
    ///
    /// - Parameter stage: from 1; nil for the last.
    func link(_ stage: Int?, of name: String) throws(StepFailure) -> Link {
        let index = (stage ?? links.count) - 1
        guard links.indices.contains(index) else {
            throw StepFailure("\(name) has \(links.count) processors, no number \(index + 1)")
        }
        return links[index]
    }
}
