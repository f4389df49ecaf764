<?php

declare(strict_types=1);

namespace RelyingParty;

/** What was asked, kept from the moment of the request. */
final class Asked
{
    /**
     * @param array<string, mixed> $body     the request as it was sent: its texts are signed
     * @param string               $flow     Notification or QR
     * @param ?string              $person   PNOMN- and a civil id; null: whoever opened the link
     * @param ?string              $document what the digest was made of
     */
    public function __construct(
        public readonly array $body,
        public readonly string $flow,
        public readonly ?string $person = null,
        public readonly ?string $document = null,
    ) {
    }

    public function isLogin(): bool
    {
        return $this->body['signatureProtocol'] === 'ACSP_V2';
    }
}
