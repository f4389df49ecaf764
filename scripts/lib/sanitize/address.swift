// Whether the address sanitizer sees leaks, and none where the memory is given back:
// `sound` releases what it takes, `unsound` forgets it.

let isSound = CommandLine.arguments.last == "sound"

@inline(never)
func sum(_ count: Int) -> Int {
    let taken = UnsafeMutablePointer<Int>.allocate(capacity: count)
    taken.initialize(repeating: 1, count: count)
    defer { if isSound { taken.deallocate() } }
    return taken[0] + taken[count - 1]
}

// The address of the last one may still lie on the stack.
precondition((1...100).map(sum).reduce(0, +) == 200)
