import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Asset {
  /** Its path below the service's own; changes with its content. */
  readonly path: string;
  readonly contentType: string;
  readonly text: string;
}

/** Where assets are served. */
export const ASSETS = '/checkout-assets';

export const styleSheet = readAsset('checkout.css', 'text/css; charset=utf-8');
export const script = readAsset('checkout.mjs', 'text/javascript; charset=utf-8');
export const assets: readonly Asset[] = [styleSheet, script];

function readAsset(name: string, contentType: string): Asset {
  const text = readFileSync(join(import.meta.dirname, 'assets', name), 'utf8');
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { path: `${ASSETS}/${hash}/${name}`, contentType, text };
}
