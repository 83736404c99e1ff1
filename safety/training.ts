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
import { NO_OUTSIDE, type Outside, readOutside } from './dictionary/outside.ts';
import { type Example, fitCategory, toExample } from './fit.ts';
import { seededRandom, shuffle } from './random.ts';
import { type Label, readGrammar, sampleTexts } from './texts.ts';

/** Seed of everything random in the training. */
const SEED = 20_240_607;
const TEXTS_PER_CATEGORY = 2_000;
const ADULT_TEXTS = 4_500;
const BENIGN_TEXTS = 34_000;
/** One in this many texts is excluded from fitting, to set the thresholds. */
const VALIDATION_PART = 6;
/** One in this many texts is used for the fingerprint that ties the code to the weights. */
const ORIGIN_PART = 40;
/**
 * Share of the benign texts excluded from training that may reach review and block, respectively.
 */
const REVIEW_SHARE = 0.0035;
const BLOCK_SHARE = 0.0003;
const NOTHING_SCORED = Number.NEGATIVE_INFINITY;
/** Prompts containing words from outside texts, among the texts that set the thresholds. */
const UNSEEN_TEXTS = 8_000;
/** Minimum log-odds: 0.25 and 0.9. */
const MIN_REVIEW = -1.1;
const MIN_BLOCK = 2.2;

interface LabelledText {
  readonly label: Label;
  readonly text: string;
}

function gather(lists: SignalLists, outside: Outside): LabelledText[] {
  const random = seededRandom(SEED);
  const texts: LabelledText[] = [];
  for (const label of [...MODEL_CATEGORIES, 'benign'] as const) {
    for (const language of LANGUAGES) {
      const grammar = readGrammar(label, language, lists, outside);
      for (const text of sampleTexts(grammar, countOf(label), random)) texts.push({ label, text });
    }
  }
  for (const text of outside.glosses) texts.push({ label: 'benign', text });
  shuffle(texts, random);
  return texts;
}

/** Harmless prompts and sentences made of words from outside texts only. */
function gatherUnseen(lists: SignalLists, outside: Outside): string[] {
  const random = seededRandom(SEED);
  const grammar = readGrammar('benign', 'en', lists, outside);
  const patterns = grammar.patterns.filter((pattern) => pattern.includes('{flavor}'));
  return [...sampleTexts({ ...grammar, patterns }, UNSEEN_TEXTS, random), ...outside.glosses];
}

function countOf(label: Label): number {
  if (label === 'benign') return BENIGN_TEXTS;
  return label === 'adult_nsfw' ? ADULT_TEXTS : TEXTS_PER_CATEGORY;
}

/**
 * Requires the packages of `safety/dictionary`; the same seed gives the same weights, byte for
 * byte.
 */
export function trainWeights(dataFolder: string): Weights {
  const data = loadRules(dataFolder);
  const isQuiet = (text: string) => judge(readText(text, data), data.index).findings.size === 0;
  const lists = loadSignalLists(dataFolder);
  const texts = gather(lists, readOutside('training', isQuiet));
  const unseen = gatherUnseen(lists, readOutside('judging', isQuiet));
  return { origin: trainingOrigin(dataFolder), ...train(texts, unseen, data) };
}

/**
 * A checksum of the training input: the project's own texts, the index's matches, the versions of
 * the packages, and the weights that a small part of the texts produces on its own. If it is
 * unchanged, so are the weights, unless the code changed in a way that this part doesn't show.
 */
export function trainingOrigin(dataFolder: string): number {
  const texts = gather(loadSignalLists(dataFolder), NO_OUTSIDE);
  let sum = 0;
  for (const file of ['index.bin', 'dictionary.bin', 'dictionary/package-lock.json']) {
    sum = crc32(readFileSync(join(dataFolder, file)), sum);
  }
  for (const { label, text } of texts) sum = crc32(`${label} ${text}\n`, sum);
  const part = texts.filter((_, place) => place % ORIGIN_PART === 0);
  return crc32(encodeWeights({ origin: 0, ...train(part, [], loadRules(dataFolder)) }), sum);
}

/** `unseen` are harmless texts excluded from training, used to set the thresholds. */
function train(
  texts: readonly LabelledText[],
  unseen: readonly string[],
  data: RuleData,
): Omit<Weights, 'origin'> {
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
  const benign = inputs
    .filter(isValidation)
    .filter(({ label }) => label === 'benign')
    .map(({ input }) => input);
  const strange = unseen.map((text) => toInput(text, data));
  return { heads: withThresholds(bare, [benign, strange]), weights };
}

/** The model's input for a prompt before anything has been judged. */
export function toInput(prompt: string, data: RuleData): ModelInput {
  const text = readText(splitPrompt(prompt).wish, data);
  const { sightings, unmeant } = judge(text, data.index);
  return { text, sightings, unmeant };
}

/** The highest thresholds that any of the sets of harmless texts requires. */
function withThresholds(model: Weights, sets: readonly (readonly ModelInput[])[]): CategoryHead[] {
  const scored = sets.map((inputs) => inputs.map((input) => scoreText(input, model)));
  return model.heads.map((head, category) => {
    const sorted = scored.map((scores) =>
      scores.map((each) => each[category] as number).sort((one, two) => two - one),
    );
    const at = (share: number) =>
      Math.max(
        ...sorted.map((scores) => scores[Math.floor(scores.length * share)] ?? NOTHING_SCORED),
      );
    return {
      ...head,
      reviewAt: Math.max(MIN_REVIEW, at(REVIEW_SHARE)),
      blockAt: Math.max(MIN_BLOCK, at(BLOCK_SHARE)),
    };
  });
}
