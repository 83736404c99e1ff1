// tillgate.mjs: signs and sends calls. Requires Node.js 18 or newer and no packages.
import { createHash, sign } from 'node:crypto';

const { TILLGATE_BASE_URL, TILLGATE_MERCHANT_ID, TILLGATE_PRIVATE_KEY = '' } = process.env;

/** Calls a path with an API key and returns the response's `data`. */
export function call(path, body, headers = {}) {
  const text = JSON.stringify(body);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const hash = createHash('sha256').update(text).digest('base64');
  const canonical = ['POST', path, timestamp, hash].join('\n');
  const key = TILLGATE_PRIVATE_KEY.replaceAll('\\n', '\n');
  return send(path, text, {
    ...headers,
    'X-Merchant-Id': TILLGATE_MERCHANT_ID,
    'X-Timestamp': timestamp,
    'X-Signature': sign('sha256', Buffer.from(canonical), key).toString('base64'),
  });
}

/** Calls a path with other credentials, or with none. */
export function post(path, body, headers = {}) {
  return send(path, JSON.stringify(body), headers);
}

async function send(path, text, headers) {
  const response = await fetch(`${TILLGATE_BASE_URL}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: text,
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(`${response.status} ${errors[0].message}`);
  return data;
}
