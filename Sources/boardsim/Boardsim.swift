import CommandLineTool

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The program: everything is in ``CommandLineTool/Tool``.
@main struct Boardsim {
    static func main() {
        exit(Tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }
}
