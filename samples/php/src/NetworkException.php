<?php

declare(strict_types=1);

namespace RelyingParty;

/** No answer at all. */
final class NetworkException extends \RuntimeException
{
}
