import COpenSSL

/// Turns a failed library call into an error, and leaves the thread's error queue empty: a stale entry would be read
/// by the next caller on the same thread as his own.
enum LibraryFailure {
    /// The error, with the newest entry of the queue as its reason. The queue names functions and formats, never data.
    static func error(_ code: String, _ what: String) -> CryptoError {
        let number = ERR_peek_last_error()
        ERR_clear_error()
        guard number != 0, let text = ERR_reason_error_string(number) else { return CryptoError(code, what) }
        return CryptoError(code, what + ": " + String(cString: text))
    }

    static func clear() {
        ERR_clear_error()
    }
}
