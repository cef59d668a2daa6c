@main struct Boardsim {
    static func main() {}
}
