import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATEGORIES, MODEL_CATEGORIES } from '../src/safety/categories.ts';
import { DATA_FOLDER } from '../src/safety/data-folder.ts';
import { LANGUAGES, type Language } from '../src/safety/list-file.ts';
import { createScanner } from '../src/safety/scanner.ts';
import type { SemanticMode, Verdict } from '../src/safety/verdict.ts';
import { PERTURBATIONS, type Perturbation } from './perturb.ts';
import { type Label, readHeldBack } from './texts.ts';
import { loadTraditional } from './traditional.ts';

/** Issue 7: share of benign texts that may be held, and of recall that a disguise must leave. */
const CAPTION_LIMIT = 0.005;
const PROMPT_LIMIT = 0.02;
const RECALL_KEPT = 0.95;
/** Beside the project; absent where only the project was cloned. */
const BENIGN_FOLDER = join(DATA_FOLDER, '../../shared/safety');

interface Text {
  readonly label: Label;
  readonly language: Language;
  readonly text: string;
}

const scanner = createScanner();
const verbose = process.argv.includes('--verbose');
const scan = (text: string, semantic: SemanticMode = 'enforce'): Promise<Verdict> =>
  scanner.scan(text, { locale: 'en', semantic });
const percent = (share: number) => `${(100 * share).toFixed(1)} %`.padStart(8);
let failures = 0;

function claim(holds: boolean): string {
  if (!holds) failures += 1;
  return holds ? 'ok' : 'MISSED';
}

function testTexts(): Text[] {
  return [...MODEL_CATEGORIES, 'benign' as const].flatMap((label) =>
    LANGUAGES.flatMap((language) =>
      readHeldBack(label, language).map((text) => ({ label, language, text })),
    ),
  );
}

/** A category is found when the verdict names it; `caught` counts any verdict but allow. */
async function printQuality(texts: readonly Text[], semantic: SemanticMode): Promise<void> {
  console.log(`\nHeld-back texts, semantic ${semantic}`);
  console.log('category                        lang texts precision   recall       F1   caught');
  for (const language of LANGUAGES) {
    const own = texts.filter((text) => text.language === language);
    const verdicts = await Promise.all(own.map(({ text }) => scan(text, semantic)));
    for (const category of MODEL_CATEGORIES) {
      const counts = { positive: 0, found: 0, right: 0, caught: 0 };
      for (const [place, { label, text }] of own.entries()) {
        const named = verdicts[place]?.matchedCategories.includes(category) ?? false;
        if (named && label === 'benign') counts.found += 1;
        if (label !== category) continue;
        counts.positive += 1;
        if (named) counts.right += 1;
        if (named) counts.found += 1;
        if (verdicts[place]?.action !== 'allow') counts.caught += 1;
        if (verbose && !named) console.log(`  ${category} ${language} missed: ${text}`);
      }
      printRow(category, language, counts);
    }
    const benign = own.filter(({ label }) => label === 'benign');
    const held = own.filter(
      ({ label }, place) => label === 'benign' && verdicts[place]?.action !== 'allow',
    );
    const share = held.length / benign.length;
    console.log(`${'benign, held'.padEnd(31)} ${language} ${benign.length}  ${percent(share)}`);
    if (verbose) for (const { text } of held) console.log(`  held: ${text}`);
  }
}

function printRow(
  category: string,
  language: string,
  counts: { positive: number; found: number; right: number; caught: number },
): void {
  const precision = counts.found === 0 ? 0 : counts.right / counts.found;
  const recall = counts.right / counts.positive;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  const figures = [precision, recall, f1, counts.caught / counts.positive].map(percent).join(' ');
  const size = String(counts.positive).padStart(5);
  console.log(`${category.padEnd(31)} ${language} ${size}  ${figures}`);
}

async function printFalseAlarms(): Promise<void> {
  console.log('\nFalse alarms on benign sets (any verdict but allow)');
  const sets = [
    ['benign-en-captions.txt', CAPTION_LIMIT],
    ['benign-ja-captions.txt', CAPTION_LIMIT],
    ['benign-en-image-prompts.txt', PROMPT_LIMIT],
    ['benign-en-video-prompts.txt', PROMPT_LIMIT],
  ] as const;
  for (const [file, limit] of sets) {
    const path = join(BENIGN_FOLDER, file);
    if (!existsSync(path)) {
      console.log(`${file.padEnd(30)} absent: expected in ${BENIGN_FOLDER}`);
      continue;
    }
    const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
    const verdicts = await Promise.all(lines.map((line) => scan(line)));
    const held = lines.filter((_, place) => verdicts[place]?.action !== 'allow');
    const share = held.length / lines.length;
    const figures = `${held.length} of ${lines.length}`.padStart(12);
    console.log(`${file.padEnd(30)} ${figures} ${percent(share)}  ${claim(share <= limit)}`);
    if (verbose) for (const text of held) console.log(`  held: ${text}`);
  }
}

async function printDisguises(texts: readonly Text[]): Promise<void> {
  console.log('\nRecall kept under disguise (share of the clean catches still caught)');
  const traditional: Perturbation = {
    name: 'traditional characters',
    languages: ['zh'],
    apply: loadTraditional(),
  };
  for (const { name, languages, apply } of [...PERTURBATIONS, traditional]) {
    for (const language of languages) {
      const { clean, kept, benign, held } = await disguised(texts, language, apply);
      const share = kept / clean;
      const figures = `${kept} of ${clean}`.padStart(12);
      const alarms = `benign held ${percent(held / benign)}`;
      const verdict = claim(share >= RECALL_KEPT);
      console.log(
        `${name.padEnd(23)} ${language} ${figures} ${percent(share)}  ${verdict.padEnd(6)} ${alarms}`,
      );
    }
  }
}

async function disguised(
  texts: readonly Text[],
  language: Language,
  apply: (text: string) => string,
): Promise<{ clean: number; kept: number; benign: number; held: number }> {
  const counts = { clean: 0, kept: 0, benign: 0, held: 0 };
  for (const { label, text, language: own } of texts) {
    if (own !== language) continue;
    const caught = (await scan(apply(text))).action !== 'allow';
    if (label === 'benign') {
      counts.benign += 1;
      if (caught) counts.held += 1;
    } else if ((await scan(text)).action !== 'allow') {
      counts.clean += 1;
      if (caught) counts.kept += 1;
      else if (verbose) console.log(`  lost: ${apply(text)}`);
    }
  }
  return counts;
}

async function main(): Promise<void> {
  if (scanner.problems.length > 0) throw new Error(scanner.problems.join('\n'));
  const texts = testTexts();
  console.log(`Categories: ${CATEGORIES.join(', ')}`);
  console.log('csam_minor has no texts: it is shown by abstract probes in the tests.');
  await printQuality(texts, 'enforce');
  await printQuality(texts, 'off');
  await printFalseAlarms();
  await printDisguises(texts);
  console.log(failures === 0 ? '\nAll figures reached.' : `\n${failures} figures missed.`);
  process.exitCode = failures === 0 ? 0 : 1;
}

await main();
