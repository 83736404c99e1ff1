import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface Asset {
  /** Its path below the service's own; changes with its content. */
  readonly path: string;
  readonly contentType: string;
  readonly text: string;
}

/** Where assets are served. */
export const ASSETS = '/checkout-assets';

const TYPES: Readonly<Record<string, string>> = { '.css': 'text/css', '.svg': 'image/svg+xml' };
const OWN = join(import.meta.dirname, 'assets');

export const styleSheet = readAsset(OWN, 'checkout.css');
export const script = readAsset(OWN, 'checkout.mjs');
/** On every page: removes images that fail to load. */
export const picturesScript = readAsset(OWN, 'pictures.mjs');
export const favicon = readAsset(OWN, 'favicon.svg');
/** Loaded only if the provider has its own card form. */
export const providerScript = readAsset(OWN, 'stripe.mjs');
export const assets: readonly Asset[] = [
  styleSheet,
  script,
  picturesScript,
  favicon,
  providerScript,
];

/** An asset from a folder; its media type follows from its name. */
export function readAsset(folder: string, name: string): Asset {
  const text = readFileSync(join(folder, name), 'utf8');
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const contentType = TYPES[extname(name)] ?? 'text/javascript';
  return {
    path: `${ASSETS}/${hash}/${name}`,
    contentType: `${contentType}; charset=utf-8`,
    text,
  };
}
