import { MODEL_CATEGORIES } from './categories.ts';
import { BLOCK, eachFeature, featureNorm } from './features.ts';
import type { Sightings } from './find-signals.ts';
import { uint8Scratch } from './scratch.ts';
import type { Span } from './spans.ts';
import type { TermText } from './terms.ts';
import type { Finding, Findings } from './verdict.ts';
import type { Weights } from './weights.ts';

/** The model's input: a text, the lists' sightings, and the parts that aren't requested. */
export interface ModelInput {
  readonly text: TermText;
  readonly sightings: Sightings;
  readonly unmeant: readonly Span[];
}

/** Passes on every feature of an input that is requested. */
export function eachMeantFeature(
  { text, sightings, unmeant }: ModelInput,
  use: (bucket: number, offset: number) => void,
): void {
  if (unmeant.length === 0) {
    eachFeature(text, sightings, use);
    return;
  }
  const hidden = uint8Scratch(text.folded.text.length + 1);
  for (const { start, end } of unmeant) hidden.fill(1, start, end);
  eachFeature(text, sightings, (bucket, offset) => {
    if (!hidden[offset]) use(bucket, offset);
  });
}

/**
 * Log-odds of each category in the text's worst window, in the order of `MODEL_CATEGORIES`. A
 * window is one or two blocks of letters, so padding can't dilute a part of a prompt; neither can
 * text in another script, because Latin and Chinese or Japanese words are also counted separately.
 */
export function scoreText(input: ModelInput, model: Weights): Float64Array {
  const { text } = input.text.folded;
  const whole = scoreWindows(input, model, text.length);
  if (!HAN.test(text) || !LATIN_WORDS.test(text)) return whole;
  const latin = scoreWindows(
    input,
    model,
    text.length,
    (offset) => text.charCodeAt(offset) < HAN_FIRST,
  );
  const han = scoreWindows(
    input,
    model,
    text.length,
    (offset) => text.charCodeAt(offset) >= HAN_FIRST,
  );
  return whole.map((score, place) => Math.max(score, latin[place] as number, han[place] as number));
}

/**
 * Minimum features: single words are left to the rules, because they prove nothing to the model.
 */
const MIN_FEATURES = 8;
const HAN_FIRST = 0x3000;
const HAN = /[\u3041-\u9fff]/;
/** A word or two among Chinese or Japanese ones belong to that text. */
const LATIN_WORDS = /(?:[a-z]{3,}[^a-z\u3041-\u9fff]+){2}[a-z]{3,}/;

function scoreWindows(
  input: ModelInput,
  model: Weights,
  length: number,
  counts?: (offset: number) => boolean,
): Float64Array {
  const width = model.heads.length;
  const blocks = Math.max(1, Math.ceil(length / BLOCK));
  const sums = new Int32Array(blocks * width);
  const features = new Uint32Array(blocks);
  const { weights } = model;
  eachMeantFeature(input, (bucket, offset) => {
    if (counts && !counts(offset)) return;
    const block = (offset / BLOCK) | 0;
    features[block] = (features[block] as number) + 1;
    let from = bucket * width;
    const end = block * width + width;
    for (let place = block * width; place < end; place += 1) {
      sums[place] = (sums[place] as number) + (weights[from++] as number);
    }
  });
  const all = features.reduce((sum, count) => sum + count, 0);
  if (all < MIN_FEATURES) return new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
  return worstWindow(model, sums, features);
}

function worstWindow(model: Weights, sums: Int32Array, counts: Uint32Array): Float64Array {
  const width = model.heads.length;
  const worst = new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
  for (let first = 0; first < counts.length; first += 1) {
    const alone = featureNorm(counts[first] as number);
    const both = featureNorm((counts[first] as number) + (counts[first + 1] ?? 0));
    for (let category = 0; category < width; category += 1) {
      const head = model.heads[category] as Weights['heads'][number];
      const own = sums[first * width + category] as number;
      const sum = own + (sums[(first + 1) * width + category] ?? 0);
      const score = head.bias + Math.max(own * alone, sum * both) * head.scale;
      if (score > (worst[category] as number)) worst[category] = score;
    }
  }
  return worst;
}

/** The findings for the scores by the model's thresholds. */
export function findingsOf(scores: Float64Array, model: Weights): Findings {
  const findings = new Map<(typeof MODEL_CATEGORIES)[number], Finding>();
  for (const [number, category] of MODEL_CATEGORIES.entries()) {
    const score = scores[number] as number;
    const head = model.heads[number];
    if (!head || score < head.reviewAt) continue;
    findings.set(category, score < head.blockAt ? 'review' : 'block');
  }
  return findings;
}
