import type { VerifyFacts } from './snippet.ts';

/** Verifies a delivery in Go. */
export function goVerify({ storeId, mode, publicKey }: VerifyFacts): string {
  return `package webhooks

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"regexp"
	"strconv"
	"time"
)

const publicKey = \`${publicKey.trim()}\`

var signature = regexp.MustCompile(\`^t=(\\d+),v1=([A-Za-z0-9+/=]+)$\`)

type Event struct {
	EventType string          \`json:"eventType"\`
	EventID   string          \`json:"eventId"\`
	StoreID   string          \`json:"storeId"\`
	Mode      string          \`json:"mode"\`
	Data      json.RawMessage \`json:"data"\`
}

// Receive returns the event of a delivery, or an error if the delivery can’t be trusted.
// Store each webhook-id header, and skip the ones you have seen.
func Receive(body []byte, header string) (event Event, err error) {
	parts := signature.FindStringSubmatch(header)
	if parts == nil {
		return event, errors.New("malformed signature header")
	}
	signed, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil {
		return event, err
	}
	block, _ := pem.Decode([]byte(publicKey))
	key, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return event, err
	}
	digest := sha256.Sum256(append([]byte(parts[1]+"."), body...))
	err = rsa.VerifyPKCS1v15(key.(*rsa.PublicKey), crypto.SHA256, digest[:], signed)
	if err != nil {
		return event, err
	}
	millis, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil {
		return event, err
	}
	if time.Since(time.UnixMilli(millis)).Abs() > 5*time.Minute {
		return event, errors.New("too old")
	}
	if err = json.Unmarshal(body, &event); err != nil {
		return event, err
	}
	if event.Mode != "${mode}" {
		return event, errors.New("other mode")
	}
	if event.StoreID != "${storeId}" {
		return event, errors.New("other store")
	}
	return event, nil
}
`;
}
