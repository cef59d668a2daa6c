import Wire

extension Tool {
    /// What the process was started with, its name left out; file names keep their bytes.
    public static var processArguments: [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { position in
            CommandLine.unsafeArgv[position].map { argument in
                var bytes: [UInt8] = []
                var next = argument
                while next.pointee != 0 {
                    bytes.append(UInt8(bitPattern: next.pointee))
                    next += 1
                }
                return PathText.text(bytes)
            }
        }
    }
}
