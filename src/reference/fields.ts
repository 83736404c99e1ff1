import type { z } from 'zod';
import { schemaOf } from './openapi.ts';

/** One field of a body or an answer, as a table shows it. */
export interface Field {
  /** Dotted path: `prices.*.amount`, `media[].url`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
}

/** Levels of nesting that a table unfolds. */
const DEEPEST = 3;

/** The fields of a schema, nested ones behind their parents. */
export function fieldsOf(schema: z.ZodType): Field[] {
  return unfold(schemaOf(schema, 'input') as Schema, '', DEEPEST);
}

function unfold(schema: Schema, prefix: string, depth: number): Field[] {
  const { properties, required } = objectPart(schema) ?? {};
  if (!properties || depth === 0) return [];
  return Object.entries(properties).flatMap(([name, inner]) => {
    const path = `${prefix}${name}`;
    const field = { name: path, type: typeOf(inner), required: required?.includes(name) ?? false };
    return [field, ...nested(inner, path, depth - 1)];
  });
}

function nested(schema: Schema, path: string, depth: number): Field[] {
  const array = variants(schema).find((variant) => variant.items);
  if (array?.items) return unfold(array.items, `${path}[].`, depth);
  const object = objectPart(schema);
  if (object?.properties) return unfold(object, `${path}.`, depth);
  const values = object?.additionalProperties;
  return typeof values === 'object' ? unfold(values, `${path}.*.`, depth) : [];
}

function objectPart(schema: Schema): Schema | undefined {
  return variants(schema).find((variant) => variant.properties ?? variant.additionalProperties);
}

function variants(schema: Schema): readonly Schema[] {
  return [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
}

function typeOf(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.items) return `array of ${typeOf(schema.items)}`;
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  return (schema.type as string | undefined) ?? 'any';
}
