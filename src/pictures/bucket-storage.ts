import { AwsClient } from 'aws4fetch';
import type { PictureStorage } from '../contract/pictures.ts';

/** Total deadline of a call, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** Maximum bytes of a picture to read, more than any stored one has. */
const MAX_BYTES = 8 * 1024 * 1024;

export interface BucketOptions {
  /** URL of the bucket: `https://s3.example.com/my-bucket`. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Stores pictures in an S3-compatible bucket. */
export function createBucketStorage({ url, ...credentials }: BucketOptions): PictureStorage {
  // One attempt: uploaders retry, and so does the worker.
  const client = new AwsClient({ ...credentials, service: 's3', retries: 0 });
  const call = async (method: string, name: string, content?: Uint8Array) => {
    const answer = await client.fetch(`${url.replace(/\/+$/, '')}/${name}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(content ? { body: content as BodyInit, headers: { 'content-type': 'image/webp' } } : {}),
    });
    if (answer.ok || answer.status === 404) return answer;
    await answer.body?.cancel();
    throw new Error(`The bucket answered ${answer.status} to ${method}`);
  };
  return {
    put: async (name, content) => {
      const answer = await call('PUT', name, content);
      await answer.body?.cancel();
      if (!answer.ok) throw new Error('The bucket does not exist');
    },
    get: async (name) => {
      const answer = await call('GET', name);
      if (!answer.ok || Number(answer.headers.get('content-length') ?? 0) > MAX_BYTES) {
        await answer.body?.cancel();
        return null;
      }
      return new Uint8Array(await answer.arrayBuffer());
    },
    remove: async (name) => {
      await (await call('DELETE', name)).body?.cancel();
    },
  };
}
