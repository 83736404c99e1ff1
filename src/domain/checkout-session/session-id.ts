import { z } from 'zod';
import type { ErrorRow } from '../../contract/errors.ts';
import { requiredIdentifier } from '../../contract/input.ts';
import { isUuid } from '../../kit/id.ts';

/**
 * A checkout session's UUID. In the API it is written as `cs_` followed by the UUID
 * (docs/contract/resources.md#identifiers).
 */
export type SessionId = string & { readonly idPrefix: 'cs' };

const PREFIX = 'cs_';

/** The text `cs_` followed by the UUID. */
export function encodeSessionId(id: SessionId): string {
  return PREFIX + id;
}

/** The UUID in `cs_xxx`, or null when the text cannot be decoded. */
export function decodeSessionId(text: string): SessionId | null {
  if (!text.startsWith(PREFIX)) return null;
  const id = text.slice(PREFIX.length);
  return isUuid(id) ? (id.toLowerCase() as SessionId) : null;
}

/**
 * A required session id: absent, null or empty gives `missing`; any other invalid value gives
 * `malformed`.
 */
export function requiredSessionId(
  missing: ErrorRow,
  malformed: ErrorRow,
): z.ZodType<SessionId, string> {
  return requiredIdentifier(missing, malformed).transform((text, context) => {
    const id = decodeSessionId(text);
    if (id !== null) return id;
    context.addIssue({ code: 'custom', message: malformed.code, input: text });
    return z.NEVER;
  });
}
