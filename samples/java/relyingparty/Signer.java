package relyingparty;

/** Who has logged in or signed. */
record Signer(String person, String name, String documentNumber, String level, byte[] signature) {}
