import ShippedFiles
import Testing

@Suite struct ShippedFilesTests {
    @Test(arguments: [
        ("/usr/bin/boardsim", ["Conformance", "/usr/share/boardsim/Conformance"]),
        (
            "/a/venv/bin/boardsim",
            ["Conformance", "/a/venv/share/boardsim/Conformance"]
        ),
        (
            "/c/.build/x86_64-unknown-linux-gnu/release/boardsim",
            [
                "Conformance", "/c/Conformance",
                "/c/.build/x86_64-unknown-linux-gnu/share/boardsim/Conformance",
            ]
        ),
        ("boardsim", ["Conformance"]),
    ])
    func `files are looked for here, in the checkout and where they are installed`(
        program: String, places: [String]
    ) {
        #expect(ShippedFiles(of: program).places(of: "Conformance") == places)
    }

    @Test func `only a name that begins here can be a shipped scenario`() {
        let files = ShippedFiles(of: "/usr/bin/boardsim")
        #expect(
            files.places(ofScenario: "wrist.yaml") == [
                "/usr/share/boardsim/wrist.yaml", "/usr/share/boardsim/Scenarios/wrist.yaml",
            ])
        for name in ["/wrist.yaml", "./wrist.yaml", "../wrist.yaml", "a/../wrist.yaml", ""] {
            #expect(files.places(ofScenario: name).isEmpty, "\(name)")
        }
    }

    @Test(arguments: [
        ("/usr/bin/boardsim-pages", ["/usr/share/boardsim/pages"]),
        (
            "/c/.build/debug/boardsim-pages",
            ["/c/Sources/Pages/Web", "/c/.build/share/boardsim/pages"]
        ),
        ("boardsim-pages", []),
    ])
    func `pages have another place in a checkout, and the working directory has none`(
        program: String, places: [String]
    ) {
        #expect(
            ShippedFiles(of: program)
                .places(ofInstalled: "pages", inCheckout: "Sources/Pages/Web") == places)
    }
}
