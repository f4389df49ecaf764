<?php

declare(strict_types=1);

namespace RelyingParty;

/** Who has logged in or signed. */
final class Signer
{
    public function __construct(
        public readonly string $person,
        public readonly string $name,
        public readonly string $documentNumber,
        public readonly string $level,
        public readonly string $signature,
    ) {
    }
}
