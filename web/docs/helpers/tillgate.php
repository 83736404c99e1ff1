<?php
// tillgate.php: signs and sends calls. Requires the openssl extension.

/**
 * Calls a path with an API key and returns the response's `data`. Write an empty object as
 * `(object) []`, because PHP encodes `[]` as an array.
 */
function tillgate_call(string $path, array|object $body, array $headers = []): array
{
    $text = json_encode($body, JSON_THROW_ON_ERROR);
    $timestamp = (string) time();
    $hash = base64_encode(hash('sha256', $text, true));
    $canonical = implode("\n", ['POST', $path, $timestamp, $hash]);
    $key = str_replace('\n', "\n", getenv('TILLGATE_PRIVATE_KEY'));
    if (!openssl_sign($canonical, $signature, $key, OPENSSL_ALGO_SHA256)) {
        throw new RuntimeException('TILLGATE_PRIVATE_KEY cannot sign');
    }
    return tillgate_send($path, $text, [
        ...$headers,
        'X-Merchant-Id' => getenv('TILLGATE_MERCHANT_ID'),
        'X-Timestamp' => $timestamp,
        'X-Signature' => base64_encode($signature),
    ]);
}

/** Calls a path with other credentials, or with none. */
function tillgate_post(string $path, array|object $body, array $headers = []): array
{
    return tillgate_send($path, json_encode($body, JSON_THROW_ON_ERROR), $headers);
}

function tillgate_send(string $path, string $text, array $headers): array
{
    $lines = ['Content-Type: application/json'];
    foreach ($headers as $name => $value) {
        $lines[] = "$name: $value";
    }
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => $lines,
        'content' => $text,
        'ignore_errors' => true,
    ]]);
    $answer = json_decode(
        file_get_contents(getenv('TILLGATE_BASE_URL') . $path, false, $context),
        true,
        64,
        JSON_THROW_ON_ERROR,
    );
    if (isset($answer['errors'])) {
        throw new RuntimeException($answer['errors'][0]['message']);
    }
    return $answer['data'];
}
