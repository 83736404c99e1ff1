import { goVerify } from './go-verify.ts';
import type { Snippet, VerifyFacts } from './snippet.ts';

/** Functions that return a delivery's event, or throw if it can't be trusted. */
export function verifySnippets(facts: VerifyFacts): readonly Snippet[] {
  return [
    {
      language: 'Node.js',
      note: 'body: the raw request body; header: X-Service-Signature.',
      code: nodeVerify(facts),
    },
    {
      language: 'Python',
      note: 'Run pip install cryptography first. body: the raw request body; header: X-Service-Signature.',
      code: pythonVerify(facts),
    },
    {
      language: 'Go',
      note: 'body: the raw request body; header: X-Service-Signature.',
      code: goVerify(facts),
    },
  ];
}

function nodeVerify({ storeId, mode, publicKey }: VerifyFacts): string {
  return `import { verify } from 'node:crypto';

const PUBLIC_KEY = \`${publicKey.trim()}\`;

export function receive(body, header) {
  const [, time, signature] = /^t=(\\d+),v1=([A-Za-z0-9+/=]+)$/.exec(header) ?? [];
  if (!time) throw new Error('malformed signature header');
  const signed = Buffer.concat([Buffer.from(\`\${time}.\`), body]);
  if (!verify('sha256', signed, PUBLIC_KEY, Buffer.from(signature, 'base64'))) {
    throw new Error('wrong signature');
  }
  if (Math.abs(Date.now() - Number(time)) > 5 * 60 * 1000) throw new Error('too old');
  const event = JSON.parse(body.toString('utf8'));
  if (event.mode !== '${mode}') throw new Error('other mode');
  if (event.storeId !== '${storeId}') throw new Error('other store');
  return event; // store each webhook-id header, and skip the ones you have seen
}
`;
}

function pythonVerify({ storeId, mode, publicKey }: VerifyFacts): string {
  return `import base64, json, re, time
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.serialization import load_pem_public_key

PUBLIC_KEY = load_pem_public_key(b"""${publicKey.trim()}
""")

def receive(body: bytes, header: str) -> dict:
    match = re.fullmatch(r"t=(\\d+),v1=([A-Za-z0-9+/=]+)", header)
    if not match:
        raise ValueError("malformed signature header")
    signed = match[1].encode() + b"." + body
    # Throws InvalidSignature.
    PUBLIC_KEY.verify(base64.b64decode(match[2]), signed, padding.PKCS1v15(), hashes.SHA256())
    if abs(time.time() * 1000 - int(match[1])) > 5 * 60 * 1000:
        raise ValueError("too old")
    event = json.loads(body)
    if event["mode"] != "${mode}":
        raise ValueError("other mode")
    if event["storeId"] != "${storeId}":
        raise ValueError("other store")
    return event  # store each webhook-id header, and skip the ones you have seen
`;
}
