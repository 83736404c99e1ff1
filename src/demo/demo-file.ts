import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateRsaPair } from '../kit/key-pairs.ts';

/** Only the owner can read and write: the file contains a private key. */
const PRIVATE_FILE = 0o600;

/** The demo's state, stored in `DATA_DIR/demo.json`. */
export interface Demo {
  readonly baseUrl: string;
  readonly email: string;
  readonly password: string;
  /** The last part of the inspector's URL. */
  readonly inspectorId: string;
  readonly environment: 'test';
  /** PKCS#8 PEM of the test key. */
  readonly privateKey: string;
  /** Null until seeding is complete. */
  readonly seeded: SeededDemo | null;
}

/** What the seed created, as Short IDs. */
export interface SeededDemo {
  readonly merchantId: string;
  readonly storeId: string;
  readonly storeSlug: string;
  /** The product that the demo's checkout sells. */
  readonly productId: string;
  readonly webhookId: string;
}

function demoFilePath(dataDir: string): string {
  return join(dataDir, 'demo.json');
}

/** The data folder's demo; null if there is none. */
export async function readDemoFile(dataDir: string): Promise<Demo | null> {
  try {
    return fromFile(JSON.parse(await readFile(demoFilePath(dataDir), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${demoFilePath(dataDir)} cannot be read: ${(error as Error).message}`);
  }
}

/** Generates the account, key and inspector URL that the seed will use; nothing exists yet. */
export async function inventDemo(baseUrl: string): Promise<Demo> {
  const { privateKey } = await generateRsaPair();
  return {
    baseUrl,
    email: 'demo@tillgate.example',
    password: randomBytes(12).toString('base64url'),
    inspectorId: randomUUID(),
    environment: 'test',
    privateKey,
    seeded: null,
  };
}

/**
 * Writes `demo.json`, and `demo.env` once the merchant exists, with the same names as `tillgate
 * init`, for `--dotenv`.
 */
export async function writeDemoFile(dataDir: string, demo: Demo): Promise<void> {
  const { seeded, ...rest } = demo;
  await replaceFile(demoFilePath(dataDir), `${JSON.stringify({ ...rest, ...seeded }, null, 2)}\n`);
  if (seeded === null) return;
  const lines = [
    '# The demo merchant and its test key, for npx tillgate --dotenv and node --env-file.',
    `TILLGATE_BASE_URL=${demo.baseUrl}`,
    `TILLGATE_MERCHANT_ID=${seeded.merchantId}`,
    `TILLGATE_STORE_ID=${seeded.storeId}`,
    `TILLGATE_PRIVATE_KEY="${demo.privateKey.trim().replaceAll('\n', '\\n')}"`,
  ];
  await replaceFile(join(dataDir, 'demo.env'), `${lines.join('\n')}\n`);
}

/** Writes a temporary file and renames it: a crash leaves the old file or the new one. */
async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: PRIVATE_FILE });
  await rename(`${path}.new`, path);
}

function fromFile(file: Record<string, string>): Demo {
  const { merchantId, storeId, storeSlug, productId, webhookId, ...rest } = file;
  const seeded = { merchantId, storeId, storeSlug, productId, webhookId };
  const complete = webhookId !== undefined;
  return { ...rest, seeded: complete ? seeded : null } as Demo;
}
