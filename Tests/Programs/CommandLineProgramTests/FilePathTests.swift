import Foundation
import Testing

@testable import CommandLineProgram

@Suite struct FilePathTests {
    @Test(arguments: [
        ("a", ".", "a"), ("/a", "/", "a"), ("b/a", "b", "a"), ("/c/b/a", "/c/b", "a"),
        ("b/", "b", ""),
    ])
    func `a path is its folder and its name`(path: String, folder: String, name: String) {
        #expect(FilePath.split(path) == (folder, name))
    }

    @Test func `a resolved path has neither links nor dots, and the file need not exist`() throws {
        let folder = try TestFolder()
        try folder.write("a", "")
        symlink("a", folder.path + "/link")
        let root = try #require(FilePath.resolved(folder.path))
        #expect(FilePath.resolved(folder.path + "/link") == root + "/a")
        #expect(
            FilePath.resolved(
                folder.path + "/./../" + String(root.split(separator: "/").last ?? "")) == root)
        #expect(FilePath.resolved(folder.path + "/./new") == root + "/new")
        #expect(FilePath.resolved("/new-in-the-root") == "/new-in-the-root")
        #expect(FilePath.resolved(folder.path + "/none/new") == nil)
    }

    @Test func `a file has one identity under all its names`() throws {
        let folder = try TestFolder()
        try folder.write("a", "")
        try folder.write("b", "")
        symlink("a", folder.path + "/link")
        link(folder.path + "/a", folder.path + "/hard")
        let identity = try #require(FileIdentity(folder.path + "/a"))
        #expect(FileIdentity(folder.path + "/link") == identity)
        #expect(FileIdentity(folder.path + "/hard") == identity)
        #expect(FileIdentity(folder.path + "/b") != identity)
        // None of these is the contents of a file.
        #expect(FileIdentity(folder.path) == nil)
        #expect(FileIdentity("/dev/null") == nil)
        #expect(FileIdentity(folder.path + "/none") == nil)
        let descriptor = open(folder.path + "/a", O_RDONLY)
        defer { close(descriptor) }
        #expect(FileIdentity(descriptor: descriptor) == identity)
    }
}
