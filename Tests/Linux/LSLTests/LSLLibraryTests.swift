import Testing

@testable import LSL

@Suite struct LSLLibraryTests {
    @Test func `a library that is not there is named, with where to get it`() {
        let error = #expect(throws: LSLError.self) { try LSLLibrary(path: "/nowhere/liblsl.so.2") }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("/nowhere/liblsl.so.2"))
        #expect(text.contains("pip install pylsl") && text.contains("PYLSL_LIB"))
    }

    @Test func `another library is refused by what it lacks`() {
        #expect(throws: LSLError.lacks(function: "lsl_create_streaminfo", path: "libc.so.6")) {
            try LSLLibrary(path: "libc.so.6")
        }
    }
}
