# tillgate.sh: prints the headers that sign a request, for curl. Needs openssl.
# TILLGATE_MERCHANT_ID and TILLGATE_PRIVATE_KEY are in the file that
# `tillgate init` writes.

# tillgate_sign <path> <body>
tillgate_sign() (
  umask 077
  key=$(mktemp)
  trap 'rm -f "$key"' EXIT
  printf '%b\n' "$TILLGATE_PRIVATE_KEY" > "$key"
  timestamp=$(date +%s)
  hash=$(printf %s "$2" | openssl dgst -sha256 -binary | openssl base64 -A)
  signature=$(printf 'POST\n%s\n%s\n%s' "$1" "$timestamp" "$hash" |
    openssl dgst -sha256 -sign "$key" | openssl base64 -A)
  printf 'X-Merchant-Id: %s\n' "$TILLGATE_MERCHANT_ID"
  printf 'X-Timestamp: %s\n' "$timestamp"
  printf 'X-Signature: %s\n' "$signature"
)
