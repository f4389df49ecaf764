package relyingparty;

/** A result is not to be believed. The reason is for programs, the text for the log. */
final class VerificationException extends Exception {
    private static final long serialVersionUID = 1;

    enum Reason { END_RESULT, PROTOCOL, CHAIN, VALIDITY, USAGE, LEVEL, PERSON, SIGNATURE, MALFORMED }

    private final Reason reason;

    VerificationException(Reason reason, String text) {
        super(reason + ": " + text);
        this.reason = reason;
    }

    VerificationException(Reason reason, Exception cause) {
        super(reason + ": " + cause.getMessage(), cause);
        this.reason = reason;
    }

    Reason reason() {
        return reason;
    }
}
