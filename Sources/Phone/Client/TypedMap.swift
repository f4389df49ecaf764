extension Array {
    /// `map` whose closure throws one type of error.
    func mapTyped<T, E: Error>(_ transform: (Element) throws(E) -> T) throws(E) -> [T] {
        var output: [T] = []
        output.reserveCapacity(count)
        for element in self { output.append(try transform(element)) }
        return output
    }
}
