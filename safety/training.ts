import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { MODEL_CATEGORIES } from '../src/safety/categories.ts';
import { loadRules, type RuleData } from '../src/safety/engine.ts';
import { judge } from '../src/safety/judge.ts';
import { LANGUAGES } from '../src/safety/list-file.ts';
import { type ModelInput, scoreText } from '../src/safety/model.ts';
import { readText } from '../src/safety/reading.ts';
import { loadSignalLists, type SignalLists } from '../src/safety/signals.ts';
import { splitPrompt } from '../src/safety/syntax.ts';
import { type CategoryHead, encodeWeights, type Weights } from '../src/safety/weights.ts';
import { type Example, fitCategory, toExample } from './fit.ts';
import { seededRandom, shuffle } from './random.ts';
import { type Label, readGrammar, sampleTexts } from './texts.ts';

/** Everything random in the training follows from this. */
const SEED = 20_240_607;
const TEXTS_PER_CATEGORY = 1_600;
const ADULT_TEXTS = 4_000;
const BENIGN_TEXTS = 24_000;
/** One text in so many is kept from fitting, to set the thresholds. */
const VALIDATION_PART = 6;
/** One text in so many is trained on to tell whether the code is that of the weights. */
const ORIGIN_PART = 40;
/** Share of the benign validation texts that may reach review, and block. */
const REVIEW_SHARE = 0.004;
const BLOCK_SHARE = 0.0005;
/** Log-odds that a text must reach at least: 0.31 and 0.9. */
const LOWEST_REVIEW = -0.8;
const LOWEST_BLOCK = 2.2;

interface LabelledText {
  readonly label: Label;
  readonly text: string;
}

function gather(lists: SignalLists): LabelledText[] {
  const random = seededRandom(SEED);
  const texts: LabelledText[] = [];
  for (const label of [...MODEL_CATEGORIES, 'benign'] as const) {
    for (const language of LANGUAGES) {
      const grammar = readGrammar(label, language, lists);
      for (const text of sampleTexts(grammar, countOf(label), random)) texts.push({ label, text });
    }
  }
  shuffle(texts, random);
  return texts;
}

function countOf(label: Label): number {
  if (label === 'benign') return BENIGN_TEXTS;
  return label === 'adult_nsfw' ? ADULT_TEXTS : TEXTS_PER_CATEGORY;
}

/** Trains on the project's own texts; the same seed gives the same weights, byte for byte. */
export function trainWeights(dataFolder: string): Weights {
  const texts = gather(loadSignalLists(dataFolder));
  const data = loadRules(dataFolder);
  return { origin: originOf(texts, data, dataFolder), ...train(texts, data) };
}

/**
 * A checksum of what weights are trained from: every text, what the index finds with, and the
 * weights that a small part of the texts gives by itself. When it is unchanged, so are the weights,
 * unless code changed in a way that shows in none of the texts of that part.
 */
export function trainingOrigin(dataFolder: string): number {
  return originOf(gather(loadSignalLists(dataFolder)), loadRules(dataFolder), dataFolder);
}

function originOf(texts: readonly LabelledText[], data: RuleData, dataFolder: string): number {
  let sum = 0;
  for (const file of ['index.bin', 'dictionary.bin']) {
    sum = crc32(readFileSync(join(dataFolder, file)), sum);
  }
  for (const { label, text } of texts) sum = crc32(`${label} ${text}\n`, sum);
  const part = texts.filter((_, place) => place % ORIGIN_PART === 0);
  return crc32(encodeWeights({ origin: 0, ...train(part, data) }), sum);
}

function train(texts: readonly LabelledText[], data: RuleData): Omit<Weights, 'origin'> {
  const inputs = texts.map(({ label, text }) => ({ label, input: toInput(text, data) }));
  const isValidation = (_: unknown, place: number) => place % VALIDATION_PART === 0;
  const examples: Example[] = inputs
    .filter((text, place) => !isValidation(text, place))
    .map(({ label, input }) => toExample(input, label));
  const width = MODEL_CATEGORIES.length;
  const heads = MODEL_CATEGORIES.map((category) => fitCategory(examples, category, SEED));
  const weights = new Int8Array((heads[0]?.steps.length ?? 0) * width);
  for (const [category, head] of heads.entries()) {
    for (const [bucket, step] of head.steps.entries()) weights[bucket * width + category] = step;
  }
  const bare: Weights = {
    origin: 0,
    heads: heads.map(({ bias, scale }) => ({ bias, scale, reviewAt: 0, blockAt: 0 })),
    weights,
  };
  const benign = inputs.filter(isValidation).filter(({ label }) => label === 'benign');
  return {
    heads: withThresholds(
      bare,
      benign.map(({ input }) => input),
    ),
    weights,
  };
}

/** What the model reads of a prompt when nothing of it is judged yet. */
export function toInput(prompt: string, data: RuleData): ModelInput {
  const text = readText(splitPrompt(prompt).wish, data);
  const { sightings, unmeant } = judge(text, data.index);
  return { text, sightings, unmeant };
}

function withThresholds(model: Weights, benign: readonly ModelInput[]): CategoryHead[] {
  const scores = benign.map((input) => scoreText(input, model));
  return model.heads.map((head, category) => {
    const sorted = scores.map((each) => each[category] as number).sort((a, b) => b - a);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] as number;
    return {
      ...head,
      reviewAt: Math.max(LOWEST_REVIEW, at(REVIEW_SHARE)),
      blockAt: Math.max(LOWEST_BLOCK, at(BLOCK_SHARE)),
    };
  });
}
