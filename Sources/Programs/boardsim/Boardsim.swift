import CommandLineTool
import TrikiTool

/// The program: its commands are those of ``CommandLineTool/Tool``, and those around the Triki cap.
@main struct Boardsim {
    static func main() { Tool.main(with: .triki) }
}
