<?php

declare(strict_types=1);

namespace RelyingParty;

/** An answer that is not 200. Programs look at $problem; docs/errors.md has all of them. */
final class ServiceException extends \RuntimeException
{
    public function __construct(
        public readonly int $status,
        public readonly string $problem,
        string $detail,
        public readonly ?int $retryAfter = null,
    ) {
        parent::__construct("$status $problem: $detail");
    }
}
