import CommandLineTool

/// The program: everything is in ``CommandLineTool/Tool``.
@main struct Boardsim {
    static func main() { Tool.main() }
}
