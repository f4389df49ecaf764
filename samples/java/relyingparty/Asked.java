package relyingparty;

import java.util.Map;

/**
 * What was asked, kept from the moment of the request.
 *
 * @param body the request as it was sent: its texts are signed
 * @param flow Notification or QR
 * @param person PNOMN- and a civil id; null: whoever opened the link
 * @param document what the digest was made of; null when it is not at hand
 */
record Asked(Map<String, Object> body, String flow, String person, byte[] document) {
    boolean isLogin() {
        return "ACSP_V2".equals(body.get("signatureProtocol"));
    }
}
