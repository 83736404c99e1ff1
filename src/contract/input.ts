import { z } from 'zod';
import { decodeId, type Id, type IdPrefix } from '../kit/id.ts';
import { codePointLength, hasControlCharacter } from '../kit/text.ts';
import { parseIso } from '../kit/time.ts';
import { ActionError, type ErrorRow, type ErrorTable, type Layer } from './errors.ts';

/** A field whose value has no effect: `true` if it was sent. */
export const ignoredField = z
  .unknown()
  .optional()
  .transform((value) => (value === undefined ? undefined : true));

/**
 * A required Short ID: absent, null or empty is `missing`; anything else that can't be decoded,
 * including surrounding white space, is `malformed`.
 */
export function requiredId<P extends IdPrefix>(
  prefix: P,
  missing: ErrorRow,
  malformed: ErrorRow,
): z.ZodType<Id<P>, string> {
  return requiredIdentifier(missing, malformed).transform(decoded(prefix, malformed));
}

/** A required identifier in any format, never trimmed: absent, null or empty is `missing`. */
export function requiredIdentifier(missing: ErrorRow, malformed = missing): z.ZodString {
  const isAbsent = (input: unknown) => input === undefined || input === null;
  return z
    .string({ error: ({ input }) => (isAbsent(input) ? missing : malformed).code })
    .min(1, { error: missing.code });
}

function decoded<P extends IdPrefix>(prefix: P, malformed: ErrorRow) {
  return (text: string, context: Pick<z.RefinementCtx, 'addIssue'>) => {
    const id = decodeId(prefix, text);
    if (id !== null) return id;
    context.addIssue({ code: 'custom', message: malformed.code, input: text });
    return z.NEVER;
  };
}

/** An optional Short ID; null and the empty text count as absent. */
export function optionalId<P extends IdPrefix>(
  prefix: P,
  malformed: ErrorRow,
): z.ZodType<Id<P> | undefined, string | null | undefined> {
  const decode = decoded(prefix, malformed);
  return z
    .string({ error: malformed.code })
    .nullish()
    .transform((text, context) => (text ? decode(text, context) : undefined));
}

/** A required string, trimmed; absent, null, blank or of a different type is `missing`. */
export function requiredText(missing: ErrorRow): z.ZodType<string, string> {
  return z.string({ error: missing.code }).trim().min(1, { error: missing.code });
}

/** A time in ISO 8601 with its offset, such as `2026-03-10T08:30:00Z`, of the years 1 to 9999. */
export function isoTime(malformed?: ErrorRow): z.ZodType<Date, string> {
  const error = malformed?.code;
  return z.string({ error }).transform((text, context) => {
    const parsed = parseIso(text);
    if (parsed?.hasOffset) return parsed.time;
    context.issues.push({ code: 'custom', message: error, input: text });
    return z.NEVER;
  });
}

/** A required time like `isoTime`; absent, null or blank is `missing`. */
export function requiredTime(missing: ErrorRow, malformed: ErrorRow): z.ZodType<Date, string> {
  return requiredText(missing).pipe(isoTime(malformed));
}

/** Maximum characters of a mailed link's token, with room for other formats. */
const MAX_LINK_TOKEN_LENGTH = 128;

/** The token of a mailed link; one too long to exist is `unknown`. */
export function linkToken(missing: ErrorRow, unknown: ErrorRow): z.ZodType<string, string> {
  return requiredText(missing).pipe(z.string().max(MAX_LINK_TOKEN_LENGTH, unknown.code));
}

/**
 * Error rows for a name (docs/contract/invariants.md#31): trimmed, then checked for length, then
 * for characters.
 */
export interface NameRows {
  /** Absent, null or not a string. */
  readonly missing: ErrorRow;
  readonly blank: ErrorRow;
  readonly tooLong: ErrorRow;
  readonly control?: ErrorRow;
}

/** A name of at most `maxLength` code points. */
export function nameText(maxLength: number, rows: NameRows): z.ZodType<string, string> {
  return z
    .string({ error: rows.missing.code })
    .trim()
    .check(({ value, issues }) => {
      const broken = brokenNameRow(value, maxLength, rows);
      if (broken) issues.push({ code: 'custom', message: broken.code, input: value });
    });
}

function brokenNameRow(value: string, maxLength: number, rows: NameRows): ErrorRow | null {
  if (value === '') return rows.blank;
  if (codePointLength(value) > maxLength) return rows.tooLong;
  return rows.control && hasControlCharacter(value) ? rows.control : null;
}

/** The fields of a check across fields; broken ones contain whatever the caller sent. */
export interface GivenFields {
  readonly given: Readonly<Record<string, unknown>>;
  readonly isBroken: (field: string) => boolean;
  readonly refuse: (row: ErrorRow, input?: unknown) => void;
}

/**
 * A check across several fields of an object. It runs even if some of them are broken, because
 * otherwise a lower row would hide the one that it finds.
 */
export function acrossFields<Value>(judge: (fields: GivenFields) => void): z.core.$ZodCheck<Value> {
  const check = ({ value, issues }: z.core.ParsePayload<Value>) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const broken = new Set(issues.map(({ path }) => path?.[0]));
    judge({
      given: value as Readonly<Record<string, unknown>>,
      isBroken: (field) => broken.has(field),
      refuse: (row, input = value) => issues.push({ code: 'custom', message: row.code, input }),
    });
  };
  return z.core._check<Value>(check, { when: () => true });
}

/**
 * Parses the body, or throws the highest broken row of the action's table
 * (docs/contract/errors.md#precedence). A broken field without its own row is a 400 whose message
 * names the field.
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  errors: ErrorTable,
  body: unknown,
): z.output<Schema> {
  const result = parseSafely(schema, body, CONTEXT);
  if (result.success) return result.data;
  throw highestRow(result.error.issues, errors) ?? unlistedField(result.error.issues[0], errors);
}

type Issue = z.core.$ZodIssue;

/**
 * The problems of a body, to be mapped to a row: Zod's own error costs as much as all of parsing.
 */
class Issues {
  readonly issues: readonly Issue[];
  constructor(issues: readonly Issue[]) {
    this.issues = issues;
  }
}
const parseSafely = z.core._safeParse(Issues as never);
/** Zod sets `async` on a copy, which is cheap if it exists. */
const CONTEXT = { reportInput: true, async: false };

function highestRow(issues: readonly Issue[], errors: ErrorTable): ActionError | null {
  let first: { row: ErrorRow; issue: Issue } | null = null;
  for (const issue of withoutSizesOfOtherTypes(issues)) {
    const row = Object.hasOwn(errors, issue.message) ? errors[issue.message] : undefined;
    if (row && (first === null || row.order < first.row.order)) first = { row, issue };
  }
  if (first === null) return null;
  return first.row(first.issue.input);
}

/** Zod measures everything that has a length, such as `[]` in place of a text. */
function withoutSizesOfOtherTypes(issues: readonly Issue[]): readonly Issue[] {
  const isSize = ({ code }: Issue) => code === 'too_small' || code === 'too_big';
  if (!issues.some(isSize)) return issues;
  const mistyped = issues.filter(({ code }) => code === 'invalid_type');
  const paths = new Set(mistyped.map(({ path }) => JSON.stringify(path)));
  return issues.filter((issue) => !(isSize(issue) && paths.has(JSON.stringify(issue.path))));
}

function unlistedField(issue: Issue | undefined, errors: ErrorTable): ActionError {
  const layer: Layer = Object.values(errors)[0]?.layer ?? 'gateway';
  const path = issue?.path.join('.') || 'body';
  const expected = issue?.code === 'invalid_type' ? `: expected ${jsonType(issue.expected)}` : '';
  return new ActionError(400, [{ message: `Invalid field ${path}${expected}`, layer }]);
}

/** JSON has no records: to a caller, a map is an object like any other. */
function jsonType(expected: string): string {
  return expected === 'record' ? 'object' : expected;
}
