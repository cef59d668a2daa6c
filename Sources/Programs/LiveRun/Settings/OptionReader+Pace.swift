import CommandLineProgram
import Declaration

extension OptionReader {
    /// `--speed` of boards that run in real time.
    package func pace(
        or fix: @autoclosure () -> String = "write a number from 0.001 to 1000"
    ) throws(RunError) -> Double? {
        try value("speed", or: fix()) { text in
            Double(text).flatMap { LivePacer.speeds.contains($0) ? $0 : nil }
        }
    }
}
