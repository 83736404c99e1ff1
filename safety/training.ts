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

/** Everything random in the training follows from this. */
const SEED = 20_240_607;
const TEXTS_PER_CATEGORY = 1_600;
const ADULT_TEXTS = 4_000;
const BENIGN_TEXTS = 30_000;
/** One text in so many is kept from fitting, to set the thresholds. */
const VALIDATION_PART = 6;
/** One text in so many is trained on to tell whether the code is that of the weights. */
const ORIGIN_PART = 40;
/** Share of the benign texts not trained on that may reach review, and block. */
const REVIEW_SHARE = 0.0035;
const BLOCK_SHARE = 0.0003;
const NOTHING_SCORED = Number.NEGATIVE_INFINITY;
/** Prompts with words of others among the texts that set the thresholds. */
const UNSEEN_TEXTS = 8_000;
/** Log-odds that a text must reach at least: 0.25 and 0.9. */
const LOWEST_REVIEW = -1.1;
const LOWEST_BLOCK = 2.2;

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

/** Harmless prompts and sentences with nothing but words of others in them. */
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

/** Needs the packages of `safety/dictionary`; the same seed gives the same weights, byte for byte. */
export function trainWeights(dataFolder: string): Weights {
  const data = loadRules(dataFolder);
  const isQuiet = (text: string) => judge(readText(text, data), data.index).findings.size === 0;
  const lists = loadSignalLists(dataFolder);
  const texts = gather(lists, readOutside('training', isQuiet));
  const unseen = gatherUnseen(lists, readOutside('judging', isQuiet));
  return { origin: trainingOrigin(dataFolder), ...train(texts, unseen, data) };
}

/**
 * A checksum of what weights are trained from: the project's own texts, what the index finds with,
 * the versions of the packages, and the weights that a small part of the texts gives by itself. When
 * it is unchanged, so are the weights, unless code changed in a way that shows in none of that part.
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

/** `unseen` are harmless texts that nothing was trained on, by which the thresholds are set. */
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

/** What the model reads of a prompt when nothing of it is judged yet. */
export function toInput(prompt: string, data: RuleData): ModelInput {
  const text = readText(splitPrompt(prompt).wish, data);
  const { sightings, unmeant } = judge(text, data.index);
  return { text, sightings, unmeant };
}

/** The highest thresholds that any of the sets of harmless texts asks for. */
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
      reviewAt: Math.max(LOWEST_REVIEW, at(REVIEW_SHARE)),
      blockAt: Math.max(LOWEST_BLOCK, at(BLOCK_SHARE)),
    };
  });
}
