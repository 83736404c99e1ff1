import type { SnippetFacts } from './snippet.ts';

/** A signed call in Go. */
export function goCall({ baseUrl, merchantId, productId, currency }: SnippetFacts): string {
  return `package main

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"
)

const (
	baseURL    = "${baseUrl}"
	merchantID = "${merchantId}"
	path       = "/v1/actions/checkout/create-session"
	body       = \`{"productId":"${productId}","currency":"${currency}"}\`
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	text, err := os.ReadFile("private.pem")
	check(err)
	block, _ := pem.Decode(text)
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	check(err)

	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	bodyHash := sha256.Sum256([]byte(body))
	encodedHash := base64.StdEncoding.EncodeToString(bodyHash[:])
	digest := sha256.Sum256([]byte("POST\\n" + path + "\\n" + timestamp + "\\n" + encodedHash))
	signature, err := rsa.SignPKCS1v15(rand.Reader, key.(*rsa.PrivateKey), crypto.SHA256, digest[:])
	check(err)

	request, err := http.NewRequest("POST", baseURL+path, bytes.NewReader([]byte(body)))
	check(err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Merchant-Id", merchantID)
	request.Header.Set("X-Timestamp", timestamp)
	request.Header.Set("X-Signature", base64.StdEncoding.EncodeToString(signature))
	answer, err := http.DefaultClient.Do(request)
	check(err)
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	check(err)
	fmt.Println(string(data))
}
`;
}
