/// Numbers and strings.
extension JSONReader {
    /// `-? (0 | 1-9 digits) (. digits)? ([eE] [+-]? digits)?`
    mutating func number() throws(JSONError) -> JSONNumber {
        let start = at
        if byte == 0x2D { at += 1 }
        if byte == 0x30 {
            at += 1
        } else {
            try digits()
        }
        if byte == 0x2E {
            at += 1
            try digits()
        }
        if byte == 0x65 || byte == 0x45 {
            at += 1
            if byte == 0x2B || byte == 0x2D { at += 1 }
            try digits()
        }
        // `01` and `1x` must not read as `0` or `1` and a stray byte: say what is wrong.
        if let next = byte, (0x30...0x39).contains(next) { throw failure(.badNumber) }
        return JSONNumber(checked: String(decoding: UnsafeBufferPointer(rebasing: text[start..<at]), as: UTF8.self))
    }

    private mutating func digits() throws(JSONError) {
        let start = at
        while at < text.count, text[at] >= 0x30, text[at] <= 0x39 { at += 1 }
        guard at > start else { throw failure(at < text.count ? .badNumber : .unexpectedEnd) }
    }

    /// Reads from the opening quote to behind the closing one.
    mutating func string() throws(JSONError) -> String {
        at += 1
        let start = at
        var hasEscape = false
        while true {
            guard at < text.count else { throw failure(.unexpectedEnd) }
            let byte = text[at]
            if byte == 0x22 { break }
            guard byte >= 0x20 else { throw failure(.controlCharacter) }
            if byte == 0x5C {
                hasEscape = true
                // Whatever is escaped, a quote above all, does not end the string; `unescaped` judges it.
                at += 1
                guard at < text.count else { throw failure(.unexpectedEnd) }
                guard text[at] >= 0x20 else { throw failure(.badEscape) }
            }
            at += 1
        }
        let raw = start..<at
        at += 1
        let slice = UnsafeBufferPointer(rebasing: text[raw])
        if !hasEscape {
            guard let result = String(validating: slice, as: UTF8.self) else {
                throw failure(.badUTF8, at: start + UTF8Check.validPrefix(slice))
            }
            return result
        }
        // An escape is ASCII and can neither begin nor continue a sequence, so that the raw bytes decide about UTF-8.
        let output = try unescaped(raw)
        guard let result = output.withUnsafeBufferPointer({ String(validating: $0, as: UTF8.self) }) else {
            throw failure(.badUTF8, at: start + UTF8Check.validPrefix(slice))
        }
        return result
    }

    private func unescaped(_ raw: Range<Int>) throws(JSONError) -> [UInt8] {
        var output = [UInt8]()
        output.reserveCapacity(raw.count)
        var index = raw.lowerBound
        while index < raw.upperBound {
            guard text[index] == 0x5C else {
                output.append(text[index])
                index += 1
                continue
            }
            guard index + 1 < raw.upperBound else { throw failure(.badEscape, at: index) }
            switch text[index + 1] {
            case 0x22, 0x5C, 0x2F: output.append(text[index + 1])
            case 0x62: output.append(0x08)
            case 0x66: output.append(0x0C)
            case 0x6E: output.append(0x0A)
            case 0x72: output.append(0x0D)
            case 0x74: output.append(0x09)
            case 0x75:
                index = try unicode(at: index, end: raw.upperBound, into: &output)
                continue
            default: throw failure(.badEscape, at: index)
            }
            index += 2
        }
        return output
    }

    /// Decodes `\uXXXX`, or a pair of them, and returns the offset behind it.
    private func unicode(at index: Int, end: Int, into output: inout [UInt8]) throws(JSONError) -> Int {
        guard let first = hexUnit(index + 2, end) else { throw failure(.badEscape, at: index) }
        var scalar = first
        var next = index + 6
        if first >= 0xD800, first <= 0xDFFF {
            guard first < 0xDC00, next + 1 < end, text[next] == 0x5C, text[next + 1] == 0x75 else {
                throw failure(.loneSurrogate, at: index)
            }
            guard let second = hexUnit(next + 2, end) else { throw failure(.badEscape, at: next) }
            guard second >= 0xDC00, second <= 0xDFFF else { throw failure(.loneSurrogate, at: index) }
            scalar = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
            next += 6
        }
        guard let unicode = Unicode.Scalar(scalar) else { throw failure(.loneSurrogate, at: index) }
        output.append(contentsOf: String(unicode).utf8)
        return next
    }

    private func hexUnit(_ index: Int, _ end: Int) -> UInt32? {
        guard index + 4 <= end else { return nil }
        var unit: UInt32 = 0
        for offset in index..<index + 4 {
            guard let digit = Hex.value(text[offset]) else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}
