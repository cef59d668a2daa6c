extension MCPPages {
    /// A paragraph, an item of a list or a row of a table that matches.
    struct Hit {
        /// The name of its page.
        var page: String
        /// Of its first line, from 1.
        var number: Int
        var heading: String
        /// In one line.
        var text: String

        var place: String { "docs/\(page):\(number)" }
    }

    /// The passages that have most of the words, the rarest of which count most.
    ///
    /// - Parameter folder: only pages whose names begin like this.
    func search(_ query: String, in folder: String = "", most: Int) -> [Hit] {
        let words = Self.words(query)
        guard !words.isEmpty else { return [] }
        var counts = [Int](repeating: 1, count: words.count)
        var found: [(hit: Hit, words: [Int])] = []
        for page in all where page.name.hasPrefix(folder) {
            for hit in page.passages {
                let there = Self.words(hit.text)
                let own = words.indices.filter { there.contains(words[$0]) }
                guard !own.isEmpty else { continue }
                for word in own { counts[word] += 1 }
                found.append((hit, own))
            }
        }
        let scores = found.map { one in
            one.words.reduce(Double(one.words.count)) { $0 + 1 / Double(counts[$1]).squareRoot() }
        }
        return found.indices.sorted { (-scores[$0], $0) < (-scores[$1], $1) }.prefix(most)
            .map { found[$0].hit }
    }

    /// Lower-case words of three letters and more or with a digit, without what grammar adds to their ends.
    static func words(_ text: some StringProtocol) -> [String] {
        var found: [String] = []
        let parts = text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "-") }
        for part in parts {
            let isLong = part.count >= 3 || part.contains(where: \.isNumber)
            guard isLong, !common.contains(String(part)) else { continue }
            let word = stem(String(part))
            if !found.contains(word) { found.append(word) }
        }
        return found
    }

    private static func stem(_ word: String) -> String {
        for end in ["ing", "es", "ed", "s"] where word.hasSuffix(end) && word.count > end.count + 2
        {
            return String(word.dropLast(end.count))
        }
        return word.hasSuffix("e") && word.count > 3 ? String(word.dropLast()) : word
    }

    private static let common: Set<String> = [
        "the", "and", "for", "are", "was", "not", "that", "this", "with", "from", "what", "when",
        "why",
        "how", "its", "does", "has", "have", "but", "all", "can", "who", "which", "into",
    ]
}

extension MCPPages.Page {
    /// Its paragraphs, items and rows, each with the heading above it; none of its code.
    fileprivate var passages: [MCPPages.Hit] {
        var found: [MCPPages.Hit] = []
        var heading = title
        var isCode = false, isOpen = false
        for (index, line) in lines.enumerated() {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("```") { isCode.toggle() }
            if isCode || text.hasPrefix("```") || text.isEmpty || text.hasPrefix("<!--") {
                isOpen = false
                continue
            }
            if line.hasPrefix("#") {
                heading = String(line.drop { $0 == "#" || $0 == " " })
                isOpen = false
                continue
            }
            let isNew = ["|", "* ", "- "].contains { text.hasPrefix($0) }
            if isOpen, !isNew {
                found[found.count - 1].text += " " + text
            } else {
                found.append(
                    MCPPages.Hit(
                        page: name, number: index + 1, heading: heading, text: String(text)))
            }
            isOpen = true
        }
        return found
    }
}
