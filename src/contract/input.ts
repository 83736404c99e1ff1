import { z } from 'zod';
import { decodeId, type Id, type IdPrefix } from '../kit/id.ts';
import { codePointLength, hasControlCharacter } from '../kit/text.ts';
import { ActionError, type ErrorRow, type ErrorTable, type Layer } from './errors.ts';

/** A required Short ID: absent, null, blank or no string is `missing`, undecodable `malformed`. */
export function requiredId<P extends IdPrefix>(
  prefix: P,
  missing: ErrorRow,
  malformed: ErrorRow,
): z.ZodType<Id<P>, string> {
  return requiredText(missing).transform((text, context) => {
    const id = decodeId(prefix, text);
    if (id !== null) return id;
    context.addIssue({ code: 'custom', message: malformed.code, input: text });
    return z.NEVER;
  });
}

/** An optional Short ID; null counts as absent. */
export function optionalId<P extends IdPrefix>(
  prefix: P,
  malformed: ErrorRow,
): z.ZodType<Id<P> | undefined, string | null | undefined> {
  return z
    .string({ error: malformed.code })
    .nullish()
    .transform((text, context) => {
      if (text === null || text === undefined || text === '') return undefined;
      const id = decodeId(prefix, text);
      if (id !== null) return id;
      context.addIssue({ code: 'custom', message: malformed.code, input: text });
      return z.NEVER;
    });
}

/** A required string, trimmed; absent, null, blank or of another type is `missing`. */
export function requiredText(missing: ErrorRow): z.ZodType<string, string> {
  return z.string({ error: missing.code }).trim().min(1, { error: missing.code });
}

/** The rows that judge a name (invariant 31): trimmed, then measured, then its characters. */
export interface NameRows {
  /** Absent, null or no string. */
  readonly missing: ErrorRow;
  readonly blank: ErrorRow;
  readonly tooLong: ErrorRow;
  readonly control?: ErrorRow;
}

/** A name of at most `longest` code points. */
export function nameText(longest: number, rows: NameRows): z.ZodType<string, string> {
  return z
    .string({ error: rows.missing.code })
    .trim()
    .check(({ value, issues }) => {
      const broken = brokenNameRow(value, longest, rows);
      if (broken) issues.push({ code: 'custom', message: broken.code, input: value });
    });
}

function brokenNameRow(value: string, longest: number, rows: NameRows): ErrorRow | null {
  if (value === '') return rows.blank;
  if (codePointLength(value) > longest) return rows.tooLong;
  return rows.control && hasControlCharacter(value) ? rows.control : null;
}

/**
 * The parsed body, or the highest broken row of the action's table (architecture, precedence).
 * A broken field without a row of its own is 400 with a message that names the field.
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

/** What is wrong with a body, on its way to a row: Zod's own error costs as much as all the parsing. */
class Issues {
  readonly issues: readonly Issue[];
  constructor(issues: readonly Issue[]) {
    this.issues = issues;
  }
}
const parseSafely = z.core._safeParse(Issues as never);
/** Zod sets `async` on a copy, which is cheap when it is there. */
const CONTEXT = { reportInput: true, async: false };

function highestRow(issues: readonly Issue[], errors: ErrorTable): ActionError | null {
  let first: { row: ErrorRow; issue: Issue } | null = null;
  for (const issue of issues) {
    const row = Object.hasOwn(errors, issue.message) ? errors[issue.message] : undefined;
    if (row && (first === null || row.order < first.row.order)) first = { row, issue };
  }
  if (first === null) return null;
  return first.row(typeof first.issue.input === 'string' ? first.issue.input : '');
}

function unlistedField(issue: Issue | undefined, errors: ErrorTable): ActionError {
  const layer: Layer = Object.values(errors)[0]?.layer ?? 'gateway';
  const path = issue?.path.join('.') || 'body';
  const expected = issue?.code === 'invalid_type' ? `: expected ${issue.expected}` : '';
  return new ActionError(400, [{ message: `Invalid field ${path}${expected}`, layer }]);
}
