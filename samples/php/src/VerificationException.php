<?php

declare(strict_types=1);

namespace RelyingParty;

/** A result is not to be believed. The reason is for programs, the text for the log. */
final class VerificationException extends \RuntimeException
{
    public function __construct(public readonly string $reason, string $text)
    {
        parent::__construct("$reason: $text");
    }
}
