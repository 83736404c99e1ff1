import type { Action } from '../contract/action.ts';
import { type Schema, variantsOf } from './describe-fields.ts';
import { answerSchema, requestSchema } from './schema-of.ts';

/** One field of a body or an answer, as a table shows it. */
export interface Field {
  /** Dotted path: `prices.*.amount`, `media[].url`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** Levels of nesting shown in a table. */
const MAX_DEPTH = 3;

/** The fields of a request, nested ones after their parents. */
export function requestFields(action: Action): Field[] {
  return fieldsOf(requestSchema(action));
}

/** The fields of an answer's `data`. */
export function answerFields(action: Action): Field[] {
  return fieldsOf(answerSchema(action));
}

/** The fields of any schema that is an object. */
export function fieldsOf(schema: Schema): Field[] {
  return unfold(schema, '', MAX_DEPTH);
}

function unfold(schema: Schema, prefix: string, depth: number): Field[] {
  const { properties, required } = objectPart(schema) ?? {};
  if (!properties || depth === 0) return [];
  return Object.entries(properties).flatMap(([name, inner]) => {
    const path = `${prefix}${name}`;
    const field = {
      name: path,
      type: [typeOf(inner), ...limitsOf(inner)].join(', '),
      required: required?.includes(name) ?? false,
      description: inner.description ?? '',
    };
    return [field, ...nested(inner, path, depth - 1)];
  });
}

function nested(schema: Schema, path: string, depth: number): Field[] {
  const array = variantsOf(schema).find((variant) => variant.items);
  if (array?.items) return unfold(array.items, `${path}[].`, depth);
  const object = objectPart(schema);
  if (object?.properties) return unfold(object, `${path}.`, depth);
  const values = object?.additionalProperties;
  return typeof values === 'object' ? unfold(values, `${path}.*.`, depth) : [];
}

function objectPart(schema: Schema): Schema | undefined {
  return variantsOf(schema).find((variant) => variant.properties ?? variant.additionalProperties);
}

function typeOf(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.items) return `array of ${typeOf(schema.items)}`;
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  return (schema.type as string | undefined) ?? 'any';
}

/** The limits shown to readers; patterns are omitted. */
function limitsOf(schema: Schema): string[] {
  return variantsOf(schema).flatMap(({ maxLength, maximum, maxItems, maxProperties }) => [
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? [] : [`at most ${maximum}`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems}`]),
    ...(maxProperties === undefined ? [] : [`at most ${maxProperties} keys`]),
  ]);
}
