import Checkout
import Testing

@testable import WebPage

/// The files of a page.
@Suite struct SiteTests {
    @Test(arguments: ["app", "games", "live"])
    func `the head of a page gets what all pages share`(name: String) throws {
        let head = try Repository.text("Sources/Pages/Web/shared/head.html")
        let page = try Repository.text("Sources/Pages/Web/\(name)/index.html")
        var site = Site()
        site.add("/shared/head.html", Array(head.utf8))
        site.add("/index.html", Array(page.utf8))
        let tag = site.tag
        site.completeHead()
        let whole = String(decoding: try #require(site.files["/index.html"]).body, as: UTF8.self)
        #expect(whole.contains("<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\""))
        #expect(!whole.contains("shared/head.html") && site.tag != tag)
        // What is in the head of all is in no head of its own.
        for line in head.split(separator: "\n") { #expect(!page.contains(line), "\(line)") }
    }
}
