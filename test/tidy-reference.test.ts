import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { actions } from '../src/actions.ts';
import type { Action } from '../src/contract/action.ts';
import { confirmChange } from '../src/domain/checkout/confirm-change.ts';
import { createSandboxToken } from '../src/domain/checkout/create-sandbox-token.ts';
import { paySession } from '../src/domain/checkout/pay-session.ts';
import { EVENT_TYPES } from '../src/events/event-types.ts';
import { sampleEvent } from '../src/events/sample-event.ts';
import { fieldTexts, keyOf, type Schema, variantsOf } from '../src/reference/describe-fields.ts';
import { openApiDocument } from '../src/reference/openapi.ts';
import { eventBodySchema } from '../src/reference/openapi-webhooks.ts';
import { answerSchema, requestExample, requestSchema } from '../src/reference/schema-of.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const all: readonly Action[] = [...actions, paySession, confirmChange, createSandboxToken];
const bodies = [
  ...all.map((action) => [`${action.path} >`, action.path, requestSchema(action)] as const),
  ...all.map((action) => [`${action.path} <`, action.path, answerSchema(action)] as const),
  ...EVENT_TYPES.map((type) => [type, 'event', eventBodySchema(type)] as const),
];

interface Place {
  readonly name: string;
  readonly path: readonly string[];
  readonly schema: Schema;
}

/** Every field of a schema with its path. */
function fieldsIn(schema: Schema, path: readonly string[] = []): Place[] {
  return variantsOf(schema).flatMap(({ properties = {}, items, additionalProperties }) => [
    ...Object.entries(properties).flatMap(([name, inner]) => [
      { name: [...path, name].join('.'), path: [...path, name], schema: inner },
      ...fieldsIn(inner, [...path, name]),
    ]),
    ...(items ? fieldsIn(items, path) : []),
    ...(typeof additionalProperties === 'object' ? fieldsIn(additionalProperties, path) : []),
  ]);
}

describe('the reference texts of fields', () => {
  it('have a sentence and an example for each field', () => {
    const bare = bodies.flatMap(([title, , schema]) =>
      fieldsIn(schema)
        .filter(({ schema: field }) => !isSentence(field.description) || !hasExample(field))
        .map(({ name }) => `${title} ${name}`),
    );
    expect(bare).toEqual([]);
  });

  it("have one in GraphQL and in the service's own endpoints", () => {
    // biome-ignore lint/suspicious/noExplicitAny: a document is read as JSON
    const { components, paths }: any = openApiDocument(actions, 'http://localhost');
    const { ErrorEnvelope, Warnings } = components.schemas;
    const { requestBody, responses } = paths['/v1/graphql'].post;
    const graphql = [requestBody, responses[200]].map(
      ({ content }) => content['application/json'].schema,
    );
    const found = [ErrorEnvelope, Warnings, ...graphql]
      .flatMap((schema: Schema) => fieldsIn(schema))
      .filter(({ schema: field }) => !('$ref' in field))
      .filter(({ schema: field }) => !isSentence(field.description) || !hasExample(field));
    expect(found.map(({ name }) => name)).toEqual([]);
  });

  it('have no unused and no duplicate texts', () => {
    const used = new Set(
      bodies.flatMap(([, place, schema]) => fieldsIn(schema).map(({ path }) => keyOf(place, path))),
    );
    const keys = fieldTexts.flatMap((texts) => Object.keys(texts));
    expect(keys.filter((key) => !used.has(key))).toEqual([]);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it('give examples of bodies that actions accept', () => {
    const refused = all.flatMap((action) => {
      const { error } = action.input.safeParse(bodyOf(action));
      return error ? [[action.path, error.issues]] : [];
    });
    expect(refused).toEqual([]);
  });

  it('give limits beyond which actions refuse input', () => {
    const taken = all.flatMap((action) => {
      const body = bodyOf(action);
      return Object.entries(requestSchema(action).properties ?? {}).flatMap(([name, field]) =>
        beyondLimits(field)
          .filter((value) => action.input.safeParse({ ...body, [name]: value }).success)
          .map((value) => `${action.path} ${name} ${JSON.stringify(value).slice(0, 40)}`),
      );
    });
    expect(taken.filter((name) => !JUDGED_LATER.some((place) => name.startsWith(place)))).toEqual(
      [],
    );
  });

  it('give examples that match their schemas', () => {
    const odd = bodies.flatMap(([title, , schema]) =>
      fieldsIn(schema)
        .filter(({ schema: field }) => !ajv.validate(field as object, field.examples?.[0]))
        .map(({ name, schema: field }) => [title, name, field.examples?.[0], ajv.errors]),
    );
    expect(odd).toEqual([]);
  });

  it('describe the samples sent to webhooks', () => {
    const now = new Date();
    for (const type of EVENT_TYPES) {
      const { eventId, data } = sampleEvent(type, now);
      const { properties } = eventBodySchema(type) as { properties: Record<string, Schema> };
      const schema = { ...properties.data, additionalProperties: false };
      expect([type, eventId, ajv.validate(schema, data), ajv.errors]).toEqual([
        ...[type, eventId, true, null],
      ]);
    }
  });
});

/** Fields whose limits are checked after parsing, or not at all when combined with all others. */
const JUDGED_LATER = [
  'api-key/create-key publicKey',
  'subscription-order/change-product orderId',
  'onetime-order/create-order amountDue',
  'subscription-order/create-order amountDue',
  'checkout/pay-session amountDue',
  'checkout/confirm-change amountDue',
];

function bodyOf(action: Action): Readonly<Record<string, unknown>> {
  return requestExample(action) as Readonly<Record<string, unknown>>;
}

function isSentence(text: string | undefined): boolean {
  return text !== undefined && /^[A-Z`].*\.$/.test(text);
}

function hasExample({ examples }: Schema): boolean {
  return examples !== undefined && examples.length > 0 && examples[0] !== undefined;
}

/** Values just beyond what a field's schema allows. */
function beyondLimits(field: Schema): unknown[] {
  const { maxLength, minLength, maximum, minimum, maxItems, pattern } = field as {
    readonly [keyword: string]: never;
  };
  return [
    ...(maxLength === undefined ? [] : ['https://a.example/'.padEnd(maxLength + 1, 'a')]),
    ...(minLength === undefined ? [] : ['']),
    ...(pattern === undefined ? [] : ['not at all!']),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? [] : [maximum + 1]),
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? [] : [minimum - 1]),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => 'x')]),
  ];
}
