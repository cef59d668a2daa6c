import Glibc
import ShippedFiles

/// The files of a page, read once: a request can only name what is in this table.
package struct Site {
    struct File {
        var body: [UInt8]
        var type: String
        var tag: String
    }

    private(set) var files: [String: File] = [:]
    /// Changes with any file, so that a page that was open before reloads.
    private(set) var tag = ""

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "css": "text/css; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
        "json": "application/json",
    ]

    /// What pages use of others, from this folder of the pages if a package brings it, else from Debian.
    private struct Library {
        var folder: String
        /// In Debian's folder for JavaScript.
        var source: String
        var files: [String]
        var package: String

        static let all = [
            Library(
                folder: "three", source: "three/build", files: ["three.module.js"],
                package: "libjs-three"),
            Library(
                folder: "dygraphs", source: "dygraphs",
                files: ["dygraph.min.js", "dygraph.min.css"], package: "libjs-dygraphs"),
        ]
    }

    private mutating func add(
        _ library: Library, beside root: String
    ) throws(PageServerError) {
        for file in library.files {
            let path = "\(library.folder)/\(file)"
            let places = ["\(root)/\(path)", "/usr/share/javascript/\(library.source)/\(file)"]
            guard let body = places.lazy.compactMap(Self.contents).first else {
                throw PageServerError(
                    "\(file) is missing; install the Debian package \(library.package)")
            }
            add("/" + path, body)
        }
    }

    /// No files.
    package init() {}

    /// The files of a page and those that all pages share.
    ///
    /// - Parameter folder: the page's folder: `live`.
    package init(page folder: String) throws(PageServerError) {
        guard let root = Self.root else {
            throw PageServerError(
                "the files of the pages are missing; they belong in share/boardsim/pages beside the program"
            )
        }
        try add(folder: root + "/" + folder, at: "")
        try add(folder: root + "/shared", at: "/shared")
        completeHead()
        for library in Library.all { try add(library, beside: root) }
    }

    /// Where the pages are.
    private static var root: String? {
        ShippedFiles().places(ofInstalled: "pages", inCheckout: "Sources/Pages/Web")
            .first { access($0 + "/shared", R_OK) == 0 }
    }

    /// Puts what the heads of all pages share in its place.
    mutating func completeHead() {
        guard let page = files["/index.html"], let head = files["/shared/head.html"] else { return }
        let text = String(decoding: page.body, as: UTF8.self)
        let shared = String(decoding: head.body, as: UTF8.self)
        add("/index.html", Array(text.replacing("<!-- shared/head.html -->\n", with: shared).utf8))
    }

    /// Adds a file at the path of its address.
    package mutating func add(_ path: String, _ body: [UInt8]) {
        guard let type = Self.types[String(path.split(separator: ".").last ?? "")] else { return }
        let sum = Self.checksum(body)
        files[path] = File(body: body, type: type, tag: "\"\(sum)\"")
        tag = Self.checksum(Array((tag + path + sum).utf8))
    }

    private mutating func add(folder: String, at path: String) throws(PageServerError) {
        guard let directory = opendir(folder) else {
            throw PageServerError("\(folder): \(String(cString: strerror(errno)))")
        }
        defer { closedir(directory) }
        var names: [(name: String, isFolder: Bool)] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append((name, Int32(entry.pointee.d_type) == Int32(DT_DIR)))
        }
        for (name, isFolder) in names.sorted(by: { $0.name < $1.name }) where name.first != "." {
            if isFolder {
                try add(folder: "\(folder)/\(name)", at: "\(path)/\(name)")
            } else if let body = Self.contents(folder + "/" + name) {
                add(path + "/" + name, body)
            }
        }
    }

    private static func contents(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
            bytes += buffer[..<count]
        }
        // A folder opens, and cannot be read.
        return ferror(file) == 0 ? bytes : nil
    }

    /// FNV-1a: tells versions apart, and protects nothing.
    private static func checksum(_ bytes: [UInt8]) -> String {
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return String(sum, radix: 16)
    }

    /// Answers a request for a file.
    func answer(_ exchange: Exchange, path: String) {
        guard let file = files[path == "/" ? "/index.html" : path] else {
            return exchange.refuse(404)
        }
        exchange.set("ETag", file.tag)
        exchange.set("Content-Type", file.type)
        if exchange["If-None-Match"] == file.tag { return exchange.answer(304) }
        exchange.answer(200, file.body)
    }
}
