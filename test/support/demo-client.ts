import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { post, type Reply, signHeaders } from './merchant.ts';

/** What a started service wrote for whoever wants to use its demo. */
export interface DemoFileContent {
  readonly baseUrl: string;
  readonly email: string;
  readonly password: string;
  readonly inspectorId: string;
  readonly merchantId: string;
  readonly privateKey: string;
  readonly storeId: string;
  readonly storeSlug: string;
  readonly productId: string;
}

export async function readDemo(folder: string): Promise<DemoFileContent> {
  return JSON.parse(await readFile(join(folder, 'data', 'demo.json'), 'utf8'));
}

/** Calls actions with the key of the demo file. */
export function demoClient(baseUrl: string, demo: DemoFileContent) {
  const key = createPrivateKey(demo.privateKey);
  return (action: string, body: unknown): Promise<Reply> => {
    const target = `/v1/actions/${action}`;
    const text = JSON.stringify(body);
    return post(baseUrl, target, text, signHeaders(target, text, demo.merchantId, key));
  };
}
