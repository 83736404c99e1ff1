import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { actions } from '../src/actions.ts';
import { ONETIME_ORDER_MOVES } from '../src/domain/order/onetime-order.states.ts';
import { SUBSCRIPTION_ORDER_MOVES } from '../src/domain/order/subscription-order.states.ts';
import { REFUND_MOVES } from '../src/domain/refund/refund.states.ts';

/** The rules of the conventions that can be checked automatically. */
const root = join(import.meta.dirname, '..');
const src = join(root, 'src');
const dashboard = join(root, 'web', 'dashboard', 'src');
const docs = join(root, 'web', 'docs');
const KEBAB_CASE = /^([a-z0-9-]+\/)*[a-z0-9-]+(\.[a-z0-9-]+)*$/;
const files = listFiles(src).map((path) => relative(src, path));
const code = files.filter((file) => /\.tsx?$/.test(file));
const production = code.filter((file) => !/\.test\.tsx?$/.test(file));

/** Lines. */
const MAX_FILE_LENGTH = 200;

/** Architecture: imports point one way. Each folder may import itself and those on its right. */
const LAYERS: readonly (readonly string[])[] = [
  ['main.ts', 'processes', 'service.ts', 'signals.ts', 'stop.ts'],
  ['cli', 'demo'],
  ['app.ts', 'telemetry'],
  ['actions.ts', 'jobs.ts', 'sales.ts'],
  ['action-list.ts'],
  ['graphql', 'inspector', 'pages', 'reference', 'start-page'],
  ['doctor', 'gateway', 'worker', 'delivery', 'providers'],
  ['receipts', 'pictures'],
  ['domain'],
  ['events'],
  ['contract', 'secrets.ts', 'secret-key.ts', 'prompt-scanner.ts'],
  ['database', 'texts'],
  ['kit', 'settings.ts', 'config.ts', 'config-warnings.ts', 'safety'],
];

/** The order of the money nouns (docs/architecture.md#money). */
const MONEY = [
  'product',
  'checkout-session',
  'order',
  'payment',
  'refund',
  'subscription',
  'dispute',
  'fraud-warning',
  'plan-change',
  'renewal',
  'checkout',
  // Only the calls of their URLs.
  'onetime-order',
  'subscription-order',
];
const MACHINES = [ONETIME_ORDER_MOVES, SUBSCRIPTION_ORDER_MOVES, REFUND_MOVES];

/** Domain handlers stay free of transport, network and machine. */
const FORBIDDEN_IN_DOMAIN = ['fastify', 'undici', 'node:http', 'node:https', 'node:net', 'pino'];

describe('tidy', () => {
  it('keeps every file within the maximum length', () => {
    const long = code.filter((file) => read(file).split('\n').length > MAX_FILE_LENGTH);
    expect(long).toEqual([]);
  });

  it.each([
    dashboard,
    docs,
  ])('applies the same rules to pages: length, names, no default export, no index file: %s', (folder) => {
    const text = (file: string) => readFileSync(join(folder, file), 'utf8');
    const pages = listFiles(folder)
      .map((path) => relative(folder, path))
      .filter((file) => /\.tsx?$/.test(file));
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.filter((file) => text(file).split('\n').length > MAX_FILE_LENGTH)).toEqual([]);
    expect(pages.filter((file) => !KEBAB_CASE.test(file))).toEqual([]);
    expect(pages.filter((file) => /export default/.test(text(file)))).toEqual([]);
    expect(pages.filter((file) => /(^|\/)index\./.test(file))).toEqual([]);
  });

  it('lets the dashboard import only types from the service, the renderer of descriptions, and the digits of currencies', () => {
    const found = listFiles(dashboard)
      .filter((path) => !path.endsWith('.test.ts'))
      .flatMap((path) => readFileSync(path, 'utf8').match(/^import (?!type ).*\/src\/.*$/gm) ?? []);
    expect(found.filter((line) => !/\/src\/kit\/(markdown|money)\.ts';$/.test(line))).toEqual([]);
  });

  it('names every file in kebab-case', () => {
    const odd = files.filter((file) => !KEBAB_CASE.test(file));
    // Migrations are numbered; texts are named by their language tag.
    expect(odd.filter((file) => !/^(database\/migrations|texts)\//.test(file))).toEqual([]);
  });

  it('has no default export, no index file', () => {
    expect(production.filter((file) => /export default/.test(read(file)))).toEqual([]);
    expect(files.filter((file) => /(^|\/)index\./.test(file))).toEqual([]);
  });

  it('imports only in one direction', () => {
    expect(production.flatMap(upwardImports)).toEqual([]);
  });

  it('knows the layer of every file', () => {
    expect(production.filter((file) => layerOf(file) === -1)).toEqual([]);
  });

  it('keeps transport and network out of the domain', () => {
    const domain = production.filter((file) => file.startsWith('domain/'));
    const found = domain.filter((file) =>
      importsOf(file).some((name) => FORBIDDEN_IN_DOMAIN.includes(name)),
    );
    expect(found).toEqual([]);
  });

  it('takes business time only from the clock', () => {
    const domain = production.filter((file) => /^(domain|events)\//.test(file));
    const found = domain.filter((file) =>
      /\bDate\.now\(|new Date\(\)|\bnow\(\)|current_timestamp|process\.env/i.test(read(file)),
    );
    expect(found).toEqual([]);
  });

  it('imports no action from an action', () => {
    const paths = new Set(actions.map(({ path }) => `domain/${path}.ts`));
    const found = production
      .filter((file) => paths.has(file))
      .flatMap((file) => importedFiles(file).filter((name) => paths.has(name)));
    expect(found).toEqual([]);
  });

  it('puts every action at its path, with its test next to it', () => {
    for (const { path } of actions) {
      expect(files).toContain(`domain/${path}.ts`);
      expect(files).toContain(`domain/${path}.test.ts`);
    }
  });

  it('lists every action file', () => {
    const listed = new Set(actions.map(({ path }) => path));
    const written = production
      .filter((file) => file.startsWith('domain/'))
      .flatMap((file) =>
        [...read(file).matchAll(/^ {2}path: '([^']+)'/gm)].map((match) => match[1]),
      )
      .filter((path) => !UNLISTED.includes(path ?? ''));
    expect(written.filter((path) => !listed.has(path ?? ''))).toEqual([]);
  });

  it('skips no test without a reason for the summary', () => {
    const tests = ['src', 'test', 'web', 'safety'].flatMap((name) => listFiles(join(root, name)));
    const found = tests
      .filter((path) => /\.test\.tsx?$/.test(path) && path !== import.meta.filename)
      .filter((path) => /\.(skip|skipIf|runIf|todo)\(/.test(readFileSync(path, 'utf8')))
      .map((path) => relative(root, path));
    expect(found).toEqual([]);
  });

  it('has each path once', () => {
    const paths = actions.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('lists every job file', () => {
    const lists = read('jobs.ts') + read('app.ts');
    const jobs = production.filter((file) => file.endsWith('.job.ts'));
    expect(jobs.filter((file) => !lists.includes(`/${file}'`))).toEqual([]);
  });
});

describe('the pages', () => {
  it('import from each other only shared modules', () => {
    const found = production
      .filter((file) => file.startsWith('pages/'))
      .flatMap((file) => importedFiles(file).map((imported) => [file, imported] as const))
      .filter(([file, imported]) => {
        const [, own] = file.split('/');
        const [top, folder] = imported.split('/');
        return top === 'pages' && folder !== own && folder !== 'shared';
      });
    expect(found).toEqual([]);
    expect(production.some((file) => file.startsWith('pages/shared/'))).toBe(true);
  });
});

describe('the nouns of money', () => {
  it('import only nouns before them', () => {
    const order = MONEY.flatMap((noun, rank) =>
      production
        .filter((file) => file.startsWith(`domain/${noun}/`))
        .flatMap((file) => importedFiles(file).map((imported) => ({ file, imported })))
        .filter(({ imported }) =>
          MONEY.slice(rank + 1).some((later) => imported.startsWith(`domain/${later}/`)),
        )
        .map(({ file, imported }) => `${file} -> ${imported}`),
    );
    expect(order).toEqual([]);
    for (const noun of MONEY)
      expect(files.some((file) => file.startsWith(`domain/${noun}/`))).toBe(true);
  });

  it('record the event of a move only where the move is made', () => {
    const told = MACHINES.flatMap((moves) => moves.flatMap(({ emits = [] }) => emits));
    const found = production
      .filter((file) => file.startsWith('domain/') && !file.endsWith('.states.ts'))
      .flatMap((file) =>
        told.filter((type) => read(file).includes(`'${type}'`)).map((type) => `${file}: ${type}`),
      );
    expect(new Set(told).size).toBeGreaterThan(8);
    expect(found).toEqual([]);
  });
});

/** Actions that hosted pages run and that aren't part of the `/v1` interface. */
const UNLISTED = [
  'kyb-ticket/list-tickets',
  'kyb-ticket/resolve-ticket',
  'checkout/pay-session',
  'checkout/confirm-change',
  'checkout/create-sandbox-token',
  'webhook-key/rotate-key',
  'secret-key/reseal-secrets',
  'personal-data/export-buyer',
  'personal-data/erase-buyer',
  'personal-data/export-merchant',
  'personal-data/erase-merchant',
  'merchant/remove-second-factor',
  'portal/request-link',
  'portal/open-link',
  'portal/open-session',
];

function upwardImports(file: string): string[] {
  const own = layerOf(file);
  return importedFiles(file)
    .filter((imported) => layerOf(imported) < own)
    .map((imported) => `${file} -> ${imported}`);
}

function layerOf(file: string): number {
  const [top] = file.split('/');
  return LAYERS.findIndex((layer) => layer.includes(top ?? ''));
}

function importedFiles(file: string): string[] {
  return importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => relative(src, join(src, file, '..', name)));
}

function importsOf(file: string): string[] {
  return [...read(file).matchAll(/(?:from|import) '([^']+)'/g)].map((match) => match[1] as string);
}

function read(file: string): string {
  return readFileSync(join(src, file), 'utf8');
}

function listFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? listFiles(path) : [path];
  });
}
