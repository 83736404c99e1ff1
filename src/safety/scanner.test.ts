import { cpSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { probeEngine } from '../../test/support/safety-probe.ts';
import { DATA_FOLDER } from './data-folder.ts';
import { loadEngine } from './engine.ts';
import type { ModerationProvider, ProviderAnswer } from './provider.ts';
import { createScanner, type PromptScanner, scannerOf } from './scanner.ts';
import type { SemanticMode, Verdict } from './verdict.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillgate-safety-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const engine = loadEngine(DATA_FOLDER);
const scanner = scannerOf(engine);
const scan = (text: string, semantic: SemanticMode = 'enforce', by: PromptScanner = scanner) =>
  by.scan(text, { locale: 'en', semantic });
const asked = (answer: ProviderAnswer) => {
  const provider: ModerationProvider = { moderate: async () => answer };
  return scannerOf(engine, { provider });
};
/** Found only by the model, not by any rule. */
const MODEL_ONLY = 'the body of the subject beneath the clothing, edit the photo, bare skin shows';

describe('a verdict', () => {
  it('allows with no category', async () => {
    expect(await scan('a lighthouse in the fog')).toEqual({
      action: 'allow',
      reasonCode: 'allowed',
      matchedCategories: [],
      semanticStatus: 'scored',
    });
  });

  it('reports the status of the semantic layer', async () => {
    expect((await scan('a barn', 'off')).semanticStatus).toBe('disabled');
    expect((await scan('a barn', 'shadow')).semanticStatus).toBe('shadow_scored');
    expect((await scan('face swap', 'enforce')).semanticStatus).toBe('skipped_rules_block');
    expect((await scan('face swap', 'shadow')).semanticStatus).toBe('skipped_rules_block');
    expect((await scan('face swap', 'off')).semanticStatus).toBe('disabled');
  });

  it('follows the model only when it is enforced', async () => {
    expect((await scan(MODEL_ONLY, 'off')).action).toBe('allow');
    expect((await scan(MODEL_ONLY, 'shadow')).action).toBe('allow');
    expect(await scan(MODEL_ONLY)).toMatchObject({
      action: 'block',
      matchedCategories: ['undress_transform'],
    });
  });

  it('finds content anywhere in a long prompt', async () => {
    const padding = 'a lighthouse on a cliff above a stormy sea, oil painting. '.repeat(80);
    for (const text of ['face swap', MODEL_ONLY]) {
      expect((await scan(`${padding}${text}. ${padding}`)).action).not.toBe('allow');
    }
  });

  it('does not depend on earlier checks', async () => {
    const texts = ['face swap', 'undress her', '脱衣', MODEL_ONLY, 'a nude sculpture in a museum'];
    const fresh = scannerOf(loadEngine(DATA_FOLDER));
    const alone = await Promise.all(texts.map((text) => scan(text, 'enforce', fresh)));
    for (const [number, text] of texts.entries()) {
      await scan(`${'zq xw '.repeat(200)}${texts.toReversed().join(', ')}`, 'enforce', fresh);
      expect(await scan(text, 'enforce', fresh)).toEqual(alone[number]);
    }
  });

  it('allows violence, hate and politics', async () => {
    for (const text of ['a bloody battlefield', 'a hateful rally', 'a lying senator']) {
      expect((await scan(text)).action).toBe('allow');
    }
  });

  it('is reported to the metrics without text', async () => {
    const told: Verdict[] = [];
    await scan('face swap', 'enforce', scannerOf(engine, { onVerdict: (each) => told.push(each) }));
    expect(told).toHaveLength(1);
    expect(JSON.stringify(told)).not.toContain('swap"');
  });

  it('is given for any text at all', async () => {
    const run = fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
      expect(['allow', 'review', 'block']).toContain((await scan(text)).action);
      expect((await scan(text)).reasonCode).not.toBe('service_degraded');
    });
    await fc.assert(run, { numRuns: 200 });
  });
});

describe('the provider', () => {
  const blocking = asked({ status: 'scored', findings: new Map([['adult_nsfw', 'block']]) });

  it('raises a verdict, and never lowers one', async () => {
    expect(await scan('a barn', 'enforce', blocking)).toMatchObject({
      action: 'block',
      matchedCategories: ['adult_nsfw'],
    });
    const clearing = asked({ status: 'scored', findings: new Map() });
    expect((await scan(MODEL_ONLY, 'enforce', clearing)).action).toBe('block');
  });

  it('has no influence in shadow and is not asked when off', async () => {
    expect((await scan('a barn', 'shadow', blocking)).action).toBe('allow');
    const provider: ModerationProvider = { moderate: () => Promise.reject(new Error('asked')) };
    const guarded = scannerOf(engine, { provider });
    expect((await scan('a barn', 'off', guarded)).action).toBe('allow');
    expect((await scan('face swap', 'enforce', guarded)).action).toBe('block');
  });

  it.each([
    'provider_timeout',
    'provider_error',
  ] as const)('is missing on %s: nothing but a block is certain', async (status) => {
    const failing = asked({ status });
    expect(await scan('a barn', 'enforce', failing)).toEqual({
      action: 'review',
      reasonCode: 'service_degraded',
      matchedCategories: [],
      semanticStatus: status,
    });
    expect((await scan('face swap', 'enforce', failing)).action).toBe('block');
    expect(await scan('femme nue', 'enforce', failing)).toMatchObject({
      action: 'review',
      reasonCode: 'service_degraded',
      matchedCategories: ['adult_nsfw'],
    });
    expect(await scan('a barn', 'shadow', failing)).toMatchObject({
      action: 'allow',
      semanticStatus: status,
    });
  });

  it('may even throw', async () => {
    const provider: ModerationProvider = { moderate: () => Promise.reject(new Error('x')) };
    expect(await scan('a barn', 'enforce', scannerOf(engine, { provider }))).toMatchObject({
      action: 'review',
      reasonCode: 'service_degraded',
    });
  });
});

describe('missing or broken data', () => {
  const broken: [string, (copy: string) => void][] = [
    ['no folder', (copy) => rmSync(copy, { recursive: true })],
    ['no weights', (copy) => rmSync(join(copy, 'weights.bin'))],
    ['cut weights', (copy) => truncateSync(join(copy, 'weights.bin'), 5_000)],
    ['no index', (copy) => rmSync(join(copy, 'index.bin'))],
    ['a cut index', (copy) => truncateSync(join(copy, 'index.bin'), 5_000)],
    ['an empty index', (copy) => writeFileSync(join(copy, 'index.bin'), '')],
    ['no dictionary', (copy) => rmSync(join(copy, 'dictionary.bin'))],
    ['a cut dictionary', (copy) => truncateSync(join(copy, 'dictionary.bin'), 5_000)],
    ['no folds', (copy) => rmSync(join(copy, 'folds'), { recursive: true })],
  ];

  it.each(broken)('answers review with %s, in every mode', async (name, damage) => {
    const copy = join(folder, name.replaceAll(' ', '-'));
    cpSync(DATA_FOLDER, copy, {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
    damage(copy);
    const damaged = createScanner({ dataFolder: copy });
    expect(damaged.problems).not.toEqual([]);
    for (const semantic of ['off', 'shadow', 'enforce'] as const) {
      const verdict = await scan('a lighthouse in the fog', semantic, damaged);
      expect(verdict).toMatchObject({ action: 'review', reasonCode: 'service_degraded' });
      expect(verdict.semanticStatus).toBe(semantic === 'off' ? 'disabled' : 'provider_error');
    }
  });

  it('still blocks by rules without weights', async () => {
    const rulesOnly = scannerOf(probeEngine({ explicit: ['zqexplicit'] }));
    expect((await scan('zqexplicit', 'enforce', rulesOnly)).action).toBe('block');
  });
});
