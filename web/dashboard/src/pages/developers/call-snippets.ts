import { goCall } from './go-call.ts';
import type { Snippet, SnippetFacts } from './snippet.ts';

/** Programs that open a checkout for a product, signed with the key in `private.pem`. */
export function callSnippets(facts: SnippetFacts): readonly Snippet[] {
  return [
    {
      language: 'curl',
      note: 'Run this in the service’s folder, with the downloaded key saved as private.pem.',
      code: curlCall(facts),
    },
    {
      language: 'Node.js',
      note: 'Save this as checkout.mjs, and run npm install @waffo/pancake-ts first.',
      code: nodeCall(facts),
    },
    {
      language: 'Python',
      note: 'Run pip install cryptography first.',
      code: pythonCall(facts),
    },
    { language: 'Go', note: 'Uses only the standard library.', code: goCall(facts) },
  ];
}

/** The body of the call: serialized once, then signed and sent unchanged. */
function bodyOf({ productId, currency }: SnippetFacts): string {
  return JSON.stringify({ productId, currency });
}

function curlCall(facts: SnippetFacts): string {
  const { baseUrl, merchantId } = facts;
  return `export TILLGATE_MERCHANT_ID=${merchantId}
export TILLGATE_PRIVATE_KEY=private.pem
path=/v1/actions/checkout/create-session
body='${bodyOf(facts)}'
npx tillgate sign "$path" --body "$body" > headers.txt
curl -sS -H @headers.txt --data-binary "$body" "${baseUrl}$path"
`;
}

function nodeCall({ baseUrl, merchantId, productId, currency }: SnippetFacts): string {
  return `import { readFileSync } from 'node:fs';
import { WaffoPancake } from '@waffo/pancake-ts';

const client = new WaffoPancake({
  baseUrl: '${baseUrl}',
  merchantId: '${merchantId}',
  privateKey: readFileSync('private.pem', 'utf8'),
});

const session = await client.checkout.authenticated.create({
  productId: '${productId}',
  currency: '${currency}',
  buyerIdentity: 'customer@example.com', // your own ID for the buyer
});
console.log(session.checkoutUrl);
`;
}

function pythonCall(facts: SnippetFacts): string {
  const { baseUrl, merchantId } = facts;
  return `import base64, hashlib, time, urllib.request
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.serialization import load_pem_private_key

path = "/v1/actions/checkout/create-session"
body = b'${bodyOf(facts)}'

with open("private.pem", "rb") as file:
    key = load_pem_private_key(file.read(), password=None)
timestamp = str(int(time.time()))
body_hash = base64.b64encode(hashlib.sha256(body).digest()).decode()
canonical = "\\n".join(["POST", path, timestamp, body_hash])
signature = key.sign(canonical.encode(), padding.PKCS1v15(), hashes.SHA256())

request = urllib.request.Request("${baseUrl}" + path, data=body, headers={
    "Content-Type": "application/json",
    "X-Merchant-Id": "${merchantId}",
    "X-Timestamp": timestamp,
    "X-Signature": base64.b64encode(signature).decode(),
})
print(urllib.request.urlopen(request).read().decode())
`;
}
