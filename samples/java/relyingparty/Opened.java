package relyingparty;

import java.util.Map;

/**
 * A session that runs.
 *
 * @param at System.nanoTime() when the answer came: links count their seconds from here
 */
record Opened(Asked asked, Map<String, Object> answer, long at) {
    String id() {
        return Json.text(answer, "sessionID");
    }

    /** To be shown. A log-in by link has it as a plain text, everything else as an object. */
    String verificationCode() {
        return answer.get("vc") instanceof String code ? code : Json.text(answer, "vc", "value");
    }
}
