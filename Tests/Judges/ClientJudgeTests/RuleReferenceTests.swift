import Checkout
import Foundation
import Testing

@testable import ClientJudge

@Suite struct RuleReferenceTests {
    private static let page = Repository.top.appending(path: "docs/rules.md")

    @Test func `the page is what the tables say`() throws {
        let made = RuleReference.markdown()
        if ProcessInfo.processInfo.environment["BOARDSIM_UPDATE"] == "1" {
            try made.write(to: Self.page, atomically: true, encoding: .utf8)
        }
        let page = try String(contentsOf: Self.page, encoding: .utf8)
        #expect(page == made, "write it anew with BOARDSIM_UPDATE=1")
    }

    @Test(.slow) func `every rule has its anchor once`() {
        let page = RuleReference.markdown()
        for rule in RuleTable.rules {
            #expect(page.matches(of: /(?m)^## (\S+)$/).count { $0.1 == rule.id } == 1)
        }
    }
}
