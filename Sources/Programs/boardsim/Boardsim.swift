import CommandLineTool

/// The program: its commands are those of ``CommandLineTool/Tool``.
@main struct Boardsim {
    static func main() { Tool.main() }
}
