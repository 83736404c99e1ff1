import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { encodeId, newId } from '../../kit/id.ts';
import { codePointLength } from '../../kit/text.ts';
import { CATEGORIES } from '../../safety/categories.ts';
import { LANGUAGES } from '../../safety/list-file.ts';
import {
  REASON_CODES,
  SEMANTIC_MODES,
  SEMANTIC_STATUSES,
  VERDICT_ACTIONS,
} from '../../safety/verdict.ts';

/** Characters (docs/contract/limits.md#counts-and-sizes). */
const MAX_PROMPT_LENGTH = 10_000;
/** Defaults for omitted fields (docs/contract/safety.md). */
const DEFAULT_LOCALE = 'en';
const DEFAULT_SEMANTIC = 'enforce';

const errors = errorTable('gateway', {
  missingPrompt: [400, 'Missing required field: prompt'],
  blankPrompt: [400, 'Prompt cannot be empty or contain only whitespace'],
  longPrompt: [400, 'Prompt cannot exceed 10000 characters'],
  invalidLocale: [400, 'Invalid locale. Must be one of: ja, en, zh'],
  invalidSemantic: [400, 'Invalid semantic mode. Must be one of: off, shadow, enforce'],
});

/**
 * Checks a prompt before an image or video is generated, without storing it
 * (docs/contract/endpoints.md).
 */
export const scanPrompt = action({
  path: 'verification/scan-prompt',
  summary: 'Check a text prompt for content safety',
  auth: MERCHANT,
  environment: 'none',
  replayable: false,
  audited: false,
  storesInput: false,
  errors,
  input: z.object({
    prompt: z
      .string({ error: errors.missingPrompt.code })
      .refine((text) => text.trim() !== '', { error: errors.blankPrompt.code })
      .refine((text) => codePointLength(text) <= MAX_PROMPT_LENGTH, {
        error: errors.longPrompt.code,
      })
      // Half of a surrogate pair counts as one character, as it does for a reader.
      .transform((text) => text.toWellFormed()),
    locale: z.enum(LANGUAGES, { error: errors.invalidLocale.code }).nullish(),
    semantic: z.enum(SEMANTIC_MODES, { error: errors.invalidSemantic.code }).nullish(),
  }),
  output: z.object({
    action: z.enum(VERDICT_ACTIONS),
    reasonCode: z.enum(REASON_CODES),
    matchedCategories: z.array(z.enum(CATEGORIES)),
    requestId: z.string(),
    semanticStatus: z.enum(SEMANTIC_STATUSES),
  }),
  // Runs outside the transaction: a configured moderation provider is called over the network.
  prepare: ({ input, caller, ports }) =>
    ports.promptScanner.scan(input.prompt, {
      locale: input.locale ?? DEFAULT_LOCALE,
      semantic: input.semantic ?? DEFAULT_SEMANTIC,
      merchantId: caller.merchantId,
    }),
  handle: async ({ prepared, now }) => ({
    data: {
      ...prepared,
      matchedCategories: [...prepared.matchedCategories],
      requestId: encodeId('REQ', newId('REQ', now)),
    },
  }),
});
