/**
 * The expected type of a value for a strictly decoding client, as in a statically typed language.
 */
export type Shape = Kind | Fields | readonly [Shape] | Rule;

/** A kind of JSON value. `integer` accepts no fraction; `any` accepts everything except null. */
type Kind = 'string' | 'integer' | 'number' | 'boolean' | 'any';

/** Required fields. Others may be present: clients ignore unknown fields. */
interface Fields {
  readonly [name: string]: Shape;
}

interface Rule {
  readonly rule: 'nullable' | 'optional' | 'map';
  readonly of: Shape;
}

/** The value, or an explicit null: the field itself must be present. */
export const nullable = (of: Shape): Shape => ({ rule: 'nullable', of }) as const;

/** The field may be absent or null; if it has a value, it must have this shape. */
export const optional = (of: Shape): Shape => ({ rule: 'optional', of }) as const;

/** An object with arbitrary field names. */
export const mapOf = (of: Shape): Shape => ({ rule: 'map', of }) as const;

/**
 * Where the value differs from what the client expects: one line each, such as `$.amount: string,
 * not number`.
 */
export function misfits(shape: Shape, value: unknown, path = '$'): string[] {
  if (typeof shape === 'string') return isOfKind(shape, value) ? [] : [says(path, value, shape)];
  if (isList(shape)) {
    if (!Array.isArray(value)) return [says(path, value, 'list')];
    return value.flatMap((item, index) => misfits(shape[0], item, `${path}[${index}]`));
  }
  if (isRule(shape)) return misfitsOfRule(shape, value, path);
  if (!isObject(value)) return [says(path, value, 'object')];
  return Object.entries(shape).flatMap(([name, of]) => misfits(of, value[name], `${path}.${name}`));
}

function misfitsOfRule({ rule, of }: Rule, value: unknown, path: string): string[] {
  if (value === null && rule !== 'map') return [];
  if (rule === 'nullable') return misfits(of, value, path);
  if (rule === 'optional') return value === undefined ? [] : misfits(of, value, path);
  if (!isObject(value)) return [says(path, value, 'object')];
  return Object.entries(value).flatMap(([name, item]) => misfits(of, item, `${path}.${name}`));
}

function isOfKind(kind: Kind, value: unknown): boolean {
  if (kind === 'any') return value !== undefined && value !== null;
  return kind === 'integer' ? Number.isInteger(value) : typeof value === kind;
}

function says(path: string, value: unknown, wanted: string): string {
  return `${path}: ${kindOf(value)}, not ${wanted}`;
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

function isRule(shape: Shape): shape is Rule {
  return typeof shape === 'object' && 'rule' in shape && typeof shape.rule === 'string';
}
