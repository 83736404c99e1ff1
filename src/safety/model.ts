import { type Category, MODEL_CATEGORIES } from './categories.ts';
import { BLOCK, eachFeature, featureNorm, modelLetters } from './features.ts';
import type { Finding, Findings } from './verdict.ts';
import type { Weights } from './weights.ts';

/**
 * Log-odds of each category in the text's worst window, in the order of `MODEL_CATEGORIES`. A
 * window is two blocks of letters, so that padding cannot dilute what a part of a prompt says.
 */
export function scoreText(folded: string, model: Weights): Float64Array {
  const letters = modelLetters(folded);
  const width = model.heads.length;
  const blocks = Math.max(1, Math.ceil(letters.length / BLOCK));
  const sums = new Int32Array(blocks * width);
  const counts = new Uint32Array(blocks);
  const { weights } = model;
  eachFeature(letters, (bucket, at) => {
    const block = (at / BLOCK) | 0;
    counts[block] = (counts[block] as number) + 1;
    for (let category = 0; category < width; category += 1) {
      const place = block * width + category;
      sums[place] = (sums[place] as number) + (weights[bucket * width + category] as number);
    }
  });
  return worstWindow(model, sums, counts);
}

function worstWindow(model: Weights, sums: Int32Array, counts: Uint32Array): Float64Array {
  const width = model.heads.length;
  const worst = new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
  const windows = Math.max(1, counts.length - 1);
  for (let first = 0; first < windows; first += 1) {
    const features = (counts[first] as number) + (counts[first + 1] ?? 0);
    const norm = featureNorm(features);
    for (const [category, head] of model.heads.entries()) {
      const sum =
        (sums[first * width + category] as number) + (sums[(first + 1) * width + category] ?? 0);
      const score = head.bias + sum * head.scale * norm;
      if (score > (worst[category] as number)) worst[category] = score;
    }
  }
  return worst;
}

/** What the scores mean by the model's thresholds. */
export function findingsOf(scores: Float64Array, model: Weights): Findings {
  const findings = new Map<Category, Finding>();
  for (const [number, category] of MODEL_CATEGORIES.entries()) {
    const score = scores[number] as number;
    const head = model.heads[number];
    if (!head || score < head.reviewAt) continue;
    findings.set(category, score < head.blockAt ? 'review' : 'block');
  }
  return findings;
}
