// tillgate.go: signs and sends calls, using only the standard library.
package main

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// Call calls a path with an API key and returns the response's data.
func Call(path string, body any, headers map[string]string) (json.RawMessage, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	signed, err := signRequest(path, text)
	if err != nil {
		return nil, err
	}
	for name, value := range headers {
		signed[name] = value
	}
	return send(path, text, signed)
}

// Post calls a path with other credentials, or with none.
func Post(path string, body any, headers map[string]string) (json.RawMessage, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	return send(path, text, headers)
}

func signRequest(path string, body []byte) (map[string]string, error) {
	text := strings.ReplaceAll(os.Getenv("TILLGATE_PRIVATE_KEY"), `\n`, "\n")
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, errors.New("TILLGATE_PRIVATE_KEY holds no PEM")
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	rsaKey, isRSA := key.(*rsa.PrivateKey)
	if !isRSA {
		return nil, errors.New("TILLGATE_PRIVATE_KEY holds no RSA key")
	}
	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	bodyHash := sha256.Sum256(body)
	encoded := base64.StdEncoding.EncodeToString(bodyHash[:])
	digest := sha256.Sum256([]byte("POST\n" + path + "\n" + timestamp + "\n" + encoded))
	signature, err := rsa.SignPKCS1v15(rand.Reader, rsaKey, crypto.SHA256, digest[:])
	if err != nil {
		return nil, err
	}
	return map[string]string{
		"X-Merchant-Id": os.Getenv("TILLGATE_MERCHANT_ID"),
		"X-Timestamp":   timestamp,
		"X-Signature":   base64.StdEncoding.EncodeToString(signature),
	}, nil
}

func send(path string, body []byte, headers map[string]string) (json.RawMessage, error) {
	request, err := http.NewRequest("POST", os.Getenv("TILLGATE_BASE_URL")+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var answer struct {
		Data   json.RawMessage `json:"data"`
		Errors []struct {
			Message string `json:"message"`
		} `json:"errors"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return nil, err
	}
	if len(answer.Errors) > 0 {
		return nil, fmt.Errorf("%d %s", response.StatusCode, answer.Errors[0].Message)
	}
	return answer.Data, nil
}
