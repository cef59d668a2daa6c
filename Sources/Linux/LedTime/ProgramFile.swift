private import Glibc

/// A program's file, and whether the library can be preloaded into it (elf(5), ld.so(8), execve(2)).
package enum ProgramFile {
    /// Why a program cannot be led, as in "`x` is statically linked …"; nil if it can, or is not there.
    ///
    /// - Parameter words: the program, by its path or a name on the PATH, and its arguments.
    package static func refusal(of words: [String]) -> String? { refusal(of: words, depth: 0) }

    private static func refusal(of words: [String], depth: Int) -> String? {
        // Linux follows four scripts.
        guard let word = words.first, depth < 5, let path = place(of: word) else { return nil }
        let bytes = beginning(of: path)
        if bytes.starts(with: Array("#!".utf8)) {
            let line = String(
                decoding: bytes.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
            guard let interpreter = parts.first else { return nil }
            let argument = parts.dropFirst().map { String($0) }
            return refusal(of: [String(interpreter)] + argument + words, depth: depth + 1)
        }
        if path.hasSuffix("/env"), let inner = inner(ofEnv: Array(words.dropFirst())) {
            if let refusal = refusal(of: inner, depth: depth + 1) { return refusal }
        }
        guard let problem = problem(of: bytes, at: path) else { return nil }
        return "`\(word)` \(problem)"
    }

    /// The program that `env` starts (env(1)); nil if it starts none.
    private static func inner(ofEnv arguments: [String]) -> [String]? {
        // A script's line is one argument: `-S python3 -u`.
        var rest = arguments[...]
        if let first = rest.first, first.hasPrefix("-S") {
            let split = first.dropFirst(2).split(separator: " ").map { String($0) }
            rest = (split + rest.dropFirst())[...]
        }
        rest = rest.drop { $0.hasPrefix("-") || $0.contains("=") }
        return rest.isEmpty ? nil : Array(rest)
    }

    /// Whether execvp(3) finds a program.
    package static func isThere(_ word: String) -> Bool {
        place(of: word).map { access($0, X_OK) == 0 && !isFolder($0) } ?? false
    }

    /// A program's path, as execvp(3) finds it.
    private static func place(of word: String) -> String? {
        if word.contains("/") { return word }
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
        return folders.split(separator: ":", omittingEmptySubsequences: false)
            .map { ($0.isEmpty ? "." : $0) + "/" + word }
            .first { access($0, X_OK) == 0 && !isFolder($0) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = Glibc.stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func beginning(of path: String) -> [UInt8] {
        bytes(of: path, from: 0, count: 4096)
    }

    private static func bytes(of path: String, from offset: Int, count: Int) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: count)
        let size = pread(file, &bytes, count, offset)
        return Array(bytes.prefix(max(0, size)))
    }

    private static func problem(of start: [UInt8], at path: String) -> String? {
        let advice = "; run it without `--speed led`"
        let only = "only programs that use the system's C library can be led" + advice
        guard start.starts(with: [0x7F, 0x45, 0x4C, 0x46]), start.count >= 64 else { return nil }
        guard start[4] == 2 else {
            return "is a 32-bit program, and boardsim a 64-bit one" + advice
        }
        let file = ELFFile(start) { bytes(of: path, from: $0, count: $1) }
        guard file.machine == ELFFile.ownMachine else {
            return "is a program for another processor; \(only)"
        }
        if file.isGo {
            return "is written in Go, which asks the kernel for the time by itself; \(only)"
        }
        guard let loader = file.loader else { return "is statically linked; \(only)" }
        if loader.contains("musl") {
            return "uses musl; only programs that use glibc can be led" + advice
        }
        return isPrivileged(path)
            ? "runs with another user's rights, and the system preloads nothing into it" + advice
            : nil
    }

    private static func isPrivileged(_ path: String) -> Bool {
        var status = Glibc.stat()
        guard stat(path, &status) == 0 else { return false }
        return status.st_mode & S_ISUID != 0 && status.st_uid != geteuid()
            || status.st_mode & S_ISGID != 0 && status.st_gid != getegid()
    }
}
