import type { AuditNote } from '../../contract/action.ts';
import { decodeId, type Id, isUuid } from '../../kit/id.ts';

/** What an act was done to. */
export interface Act {
  readonly storeId: Id<'STO'> | null;
  readonly subjectType: string;
  readonly subjectId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields that say which object is meant, not what is done to it. */
const ADDRESSING: readonly string[] = ['id', 'storeId'];

/**
 * Derives the subject of an act from the action's input and response: `{product: {id, storeId}}`
 * names it, and so does `{orderId}`. No other value of the input is recorded, since it may be a
 * secret.
 */
export function describeAct(path: string, input: unknown, data: unknown, note: AuditNote): Act {
  const given = fieldsOf(input);
  const answer = fieldsOf(data);
  const [noun, object] = Object.entries(answer).find(([, value]) => isObject(value)) ?? [];
  const [idField] = Object.keys(answer).filter((key) => /^(?!store)[a-z]\w*Id$/.test(key));
  const subject = fieldsOf(object);
  const storeId = noun === 'store' ? subject.id : subject.storeId;
  return {
    storeId: note.storeId ?? readStoreId(storeId ?? answer.storeId ?? given.storeId),
    subjectType:
      note.subjectType ?? noun ?? idField?.slice(0, -2) ?? (path.split('/')[0] as string),
    subjectId: note.subjectId ?? readText(noun ? subject.id : idField && answer[idField]),
    details: { fields: sentFields(given), ...note.details },
  };
}

function sentFields(input: Fields): string[] {
  return Object.keys(input).filter(
    (name) => input[name] !== undefined && !ADDRESSING.includes(name),
  );
}

function readStoreId(value: unknown): Id<'STO'> | null {
  const text = readText(value);
  if (text === null) return null;
  return isUuid(text) ? (text as Id<'STO'>) : decodeId('STO', text);
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? (value as Fields) : {};
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
