import { createBreaker } from './breaker.ts';
import type { Category } from './categories.ts';
import type { Finding, Findings } from './verdict.ts';

/** An OpenAI-compatible moderation endpoint. */
export interface ProviderSettings {
  /** Such as `https://api.example.com/v1/moderations`. */
  readonly url: string;
  readonly key: string;
  readonly model?: string;
  readonly deadlineMs?: number;
}

/** The provider's findings, or why there are none. Never contains text. */
export type ProviderAnswer =
  | { readonly status: 'scored'; readonly findings: Findings }
  | { readonly status: 'provider_timeout' | 'provider_error' };

export interface ModerationProvider {
  /** Makes one call. Never throws, so that no error can contain the prompt. */
  moderate(prompt: string): Promise<ProviderAnswer>;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Deadline of the provider, including the body, in milliseconds. */
const DEADLINE_MS = 1_500;
const DEFAULT_MODEL = 'omni-moderation-latest';
/** The provider's probability from which a flagged adult prompt is blocked. */
const ADULT_BLOCK_SCORE = 0.8;
const TIMED_OUT = Symbol('timed out');

/** A client with a deadline and a circuit breaker; an open breaker answers `provider_error`. */
export function createProvider(
  settings: ProviderSettings,
  fetch: Fetch,
  clock: () => number = () => performance.now(),
): ModerationProvider {
  const breaker = createBreaker(clock);
  return {
    async moderate(prompt) {
      if (!breaker.mayCall()) return { status: 'provider_error' };
      const answer = await askInTime(settings, fetch, prompt);
      breaker.report(answer.status === 'scored');
      return answer;
    },
  };
}

async function askInTime(
  settings: ProviderSettings,
  fetch: Fetch,
  prompt: string,
): Promise<ProviderAnswer> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<typeof TIMED_OUT>((resolve) => {
    timer = setTimeout(() => resolve(TIMED_OUT), settings.deadlineMs ?? DEADLINE_MS);
  });
  try {
    const asked = ask(settings, fetch, prompt, abort.signal).catch(() => null);
    const result = await Promise.race([asked, deadline]);
    if (result === TIMED_OUT) return { status: 'provider_timeout' };
    return result ? { status: 'scored', findings: result } : { status: 'provider_error' };
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

/** The findings; null for an unusable response. */
async function ask(
  settings: ProviderSettings,
  fetch: Fetch,
  prompt: string,
  signal: AbortSignal,
): Promise<Findings | null> {
  const response = await fetch(settings.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${settings.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: settings.model ?? DEFAULT_MODEL, input: prompt }),
    redirect: 'error',
    signal,
  });
  if (!response.ok) return null;
  return readFindings(await response.json());
}

interface ModerationResult {
  readonly categories?: Readonly<Record<string, unknown>>;
  readonly category_scores?: Readonly<Record<string, unknown>>;
}

/**
 * Only sexual categories count: the others are allowed here (docs/contract/safety.md). Null if a
 * flag or a score has the wrong type, because it then says nothing.
 */
function readFindings(body: unknown): Findings | null {
  const results = (body as { results?: readonly ModerationResult[] } | null)?.results;
  const result = Array.isArray(results) ? results[0] : undefined;
  const categories = result?.categories;
  if (typeof categories !== 'object' || categories === null || Array.isArray(categories))
    return null;
  const { sexual, 'sexual/minors': minors } = categories;
  if (!isFlag(sexual) || !isFlag(minors)) return null;
  const findings = new Map<Category, Finding>();
  if (minors) findings.set('csam_minor', 'block');
  if (sexual) {
    const score = result?.category_scores?.sexual;
    if (score !== undefined && typeof score !== 'number') return null;
    const sure = score === undefined || score >= ADULT_BLOCK_SCORE;
    findings.set('adult_nsfw', sure ? 'block' : 'review');
  }
  return findings;
}

function isFlag(value: unknown): value is boolean | undefined {
  return value === undefined || typeof value === 'boolean';
}
