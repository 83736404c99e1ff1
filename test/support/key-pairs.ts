import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** Kept between runs: making a pair takes a tenth of a second. */
const folder = join(import.meta.dirname, '../../node_modules/.cache/tillgate');
const path = join(folder, 'test-key-pairs.json');
/** Pairs made in advance; a file that needs more makes them itself. */
const PREPARED = 64;

const generate = promisify(generateKeyPair);
let prepared: Promise<string[]> | undefined;

/** Makes the pairs that test files share; each file has its own database, so none meets twice. */
export async function prepareKeyPairs(): Promise<void> {
  if ((await readPrepared()).length >= PREPARED) return;
  const pems = await Promise.all(Array.from({ length: PREPARED }, generatePem));
  await mkdir(folder, { recursive: true });
  await writeFile(path, JSON.stringify(pems));
}

/** A pair that nobody else in this test process has. */
export async function takeKeyPair(): Promise<KeyPair> {
  // The promise is shared, so calls at once read one list.
  prepared ??= readPrepared();
  const privateKey = createPrivateKey((await prepared).pop() ?? (await generatePem()));
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

async function generatePem(): Promise<string> {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

async function readPrepared(): Promise<string[]> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return [];
  }
}
