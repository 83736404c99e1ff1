# tillgate.py: signs calls and sends them. Needs the package cryptography.
import base64
import hashlib
import json
import os
import time
import urllib.error
import urllib.request

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding


def call(path, body, headers=None):
    """Calls a path with an API key and returns the response's `data`."""
    text = json.dumps(body).encode()
    timestamp = str(int(time.time()))
    body_hash = base64.b64encode(hashlib.sha256(text).digest()).decode()
    canonical = "\n".join(["POST", path, timestamp, body_hash])
    pem = os.environ["TILLGATE_PRIVATE_KEY"].replace("\\n", "\n").encode()
    key = serialization.load_pem_private_key(pem, password=None)
    signature = key.sign(canonical.encode(), padding.PKCS1v15(), hashes.SHA256())
    signed = {
        "X-Merchant-Id": os.environ["TILLGATE_MERCHANT_ID"],
        "X-Timestamp": timestamp,
        "X-Signature": base64.b64encode(signature).decode(),
    }
    return _send(path, text, {**(headers or {}), **signed})


def post(path, body, headers=None):
    """Calls a path with other credentials, or with none."""
    return _send(path, json.dumps(body).encode(), headers or {})


def _send(path, text, headers):
    request = urllib.request.Request(
        os.environ["TILLGATE_BASE_URL"] + path,
        data=text,
        headers={"Content-Type": "application/json", **headers},
        method="POST",
    )
    try:
        response = urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        response = error
    with response:
        answer = json.load(response)
    # GraphQL answers some errors with status 200.
    if "errors" in answer:
        raise RuntimeError(f"{response.code} {answer['errors'][0]['message']}")
    return answer["data"]
