<?php

declare(strict_types=1);

namespace RelyingParty;

/** A session that runs. */
final class Opened
{
    /**
     * @param array<string, mixed> $answer
     * @param int                  $at     hrtime() in nanoseconds when the answer came: links count from here
     */
    public function __construct(
        public readonly Asked $asked,
        public readonly array $answer,
        public readonly int $at,
    ) {
    }

    /** To be shown. A log-in by link has it as a plain text, everything else as an object. */
    public function verificationCode(): string
    {
        $code = $this->answer['vc'];
        return is_string($code) ? $code : $code['value'];
    }
}
