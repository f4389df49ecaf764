package relyingparty;

import java.io.IOException;

/** An answer that is not 200. Programs look at {@link #code}; docs/errors.md has all of them. */
final class ServiceException extends IOException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String code;
    private final long retryAfterSeconds;

    ServiceException(int status, String code, String detail, long retryAfterSeconds) {
        super(status + " " + code + ": " + detail);
        this.status = status;
        this.code = code;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    int status() {
        return status;
    }

    String code() {
        return code;
    }

    /** As the service says; 0 when it says nothing. */
    long retryAfterSeconds() {
        return retryAfterSeconds;
    }
}
