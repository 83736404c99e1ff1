import { generateKeyPairSync, sign } from 'node:crypto';
import { Agent, request } from 'undici';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const dispatcher = new Agent({ connections: 16, headersTimeout: 10_000 });

/**
 * Signs a delivery off the main thread and posts it. Throws if it wasn't accepted; the queue
 * retries.
 */
export async function deliver({ url, body }) {
  const time = Date.now();
  const signature = await new Promise((resolve, reject) => {
    sign('sha256', Buffer.from(`${time}.${body}`), privateKey, (error, made) => {
      if (error) reject(error);
      else resolve(made.toString('base64'));
    });
  });
  const headers = {
    'content-type': 'application/json',
    'x-signature': `t=${time},v1=${signature}`,
  };
  const answer = await request(url, { method: 'POST', headers, body, dispatcher });
  await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`Status ${answer.statusCode}`);
}
