import CommandLineTool

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The program: everything is in ``CommandLineTool/Tool``.
@main struct Boardsim {
    static func main() {
        // Without standard descriptors there is nobody to tell.
        guard Tool.prepareProcess() else {
            exit(CommandLineTool.ExitStatus.environment.rawValue)
        }
        let status = Tool.run(Tool.processArguments)
        if let reason = Console.lostOutput {
            Console.system.complain("boardsim: standard output was lost: \(reason)\n")
            exit(CommandLineTool.ExitStatus.environment.rawValue)
        }
        exit(status.rawValue)
    }
}
