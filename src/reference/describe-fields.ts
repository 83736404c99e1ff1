import type { FieldText, FieldTexts } from './field-text.ts';
import { accountTexts } from './texts/account-texts.ts';
import { billingTexts } from './texts/billing-texts.ts';
import { eventTexts } from './texts/event-texts.ts';
import { productTexts } from './texts/product-texts.ts';
import { sellingTexts } from './texts/selling-texts.ts';
import { storeTexts } from './texts/store-texts.ts';
import { supportTexts } from './texts/support-texts.ts';
import { webhookTexts } from './texts/webhook-texts.ts';

/** All texts; a test requires that each is used and that every field has one. */
export const fieldTexts: readonly FieldTexts[] = [
  accountTexts,
  storeTexts,
  productTexts,
  sellingTexts,
  billingTexts,
  supportTexts,
  webhookTexts,
  eventTexts,
];
const byKey: FieldTexts = Object.assign({}, ...fieldTexts);

export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

/**
 * The schema with a description, an example and limits for each of its fields. `place` is the
 * action's path, such as `store/create-store`.
 */
export function describeFields(
  schema: Schema,
  place: string,
  path: readonly string[] = [],
): Schema {
  const inside = (inner: Schema) => describeFields(inner, place, path);
  const { properties, items, additionalProperties, anyOf, allOf } = schema;
  return {
    ...schema,
    ...(properties && { properties: describeProperties(properties, place, path) }),
    ...(items && { items: inside(items) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: inside(additionalProperties),
    }),
    ...(anyOf && { anyOf: anyOf.map(inside) }),
    ...(allOf && { allOf: allOf.map(inside) }),
  };
}

function describeProperties(
  properties: Readonly<Record<string, Schema>>,
  place: string,
  path: readonly string[],
): Readonly<Record<string, Schema>> {
  const entries = Object.entries(properties).map(([name, inner]): [string, Schema] => {
    const full = [...path, name];
    const described = describeFields(inner, place, full);
    const key = keyOf(place, full);
    return [name, key === null ? described : withText(described, byKey[key] as FieldText)];
  });
  return Object.fromEntries(entries);
}

/** The key of a field's text: the longest matching path suffix, then the narrowest scope. */
export function keyOf(place: string, path: readonly string[]): string | null {
  const [resource] = place.split('/', 1);
  for (let start = 0; start < path.length; start += 1) {
    const end = path.slice(start).join('.');
    const found = [`${place}:${end}`, `${resource}:${end}`, end].find((key) => key in byKey);
    if (found !== undefined) return found;
  }
  return null;
}

function withText(schema: Schema, [sentence, example, limits]: FieldText): Schema {
  const examples = [example === undefined ? exampleOf(schema) : fitting(schema, example)];
  const { pattern, ...others } = limits ?? {};
  // Many generators can't read a pattern beside alternatives, one of which has it already.
  const isGiven = variantsOf(schema).some((variant) => variant.pattern);
  const given = pattern === undefined || isGiven ? others : { pattern, ...others };
  return { ...given, ...schema, description: sentence, examples };
}

/** One of the values of a field with a closed list. */
function fitting(schema: Schema, example: unknown): unknown {
  if (schema.const !== undefined) return schema.const;
  const values = variantsOf(schema).flatMap((variant) => variant.enum ?? []);
  return values.length === 0 || example === null || values.includes(example) ? example : values[0];
}

/** An example built from the fields' examples; for a request, with required fields only. */
export function exampleOf(schema: Schema, isRequest = false): unknown {
  if (schema.examples && !isRequest) return schema.examples[0];
  const variants = variantsOf(schema);
  const object = variants.find(({ properties }) => properties);
  if (object?.properties) return exampleObject(object, isRequest);
  const list = variants.find(({ items }) => items);
  if (list?.items) return [exampleOf(list.items)];
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  const values = variants.find((variant) => variant.enum)?.enum;
  if (values) return values[0];
  return variants.some(({ type }) => type === 'object') ? {} : undefined;
}

function exampleObject({ properties = {}, required = [] }: Schema, isRequest: boolean) {
  const entries = Object.entries(properties)
    .filter(([name]) => !isRequest || required.includes(name))
    .map(([name, inner]) => [
      name,
      inner.examples ? inner.examples[0] : exampleOf(inner, isRequest),
    ]);
  return Object.fromEntries(entries);
}

/** The schema and its alternatives. */
export function variantsOf(schema: Schema): readonly Schema[] {
  return [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
}
