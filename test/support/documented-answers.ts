import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actions } from '../../src/actions.ts';
import type { Action } from '../../src/contract/action.ts';
import { openApiDocument } from '../../src/reference/openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as any client reads it
type Json = any;

/** How an answer of the service deviated from the OpenAPI document. */
export interface DocumentedAnswers {
  readonly undocumented: readonly string[];
}

/** Maximum characters of an answer to check: huge ones cost more than they reveal. */
const MAX_READ = 100_000;

/**
 * Compares every answer with the OpenAPI document: status, fields and error messages. Paths that
 * aren't in the document and a test's own actions are ignored.
 */
export function watchAnswers(
  http: FastifyInstance,
  ownActions: readonly Action[] = [],
): DocumentedAnswers {
  const own = new Set(ownActions.map(({ path }) => `/v1/actions/${path}`));
  const found = new Set<string>();
  http.addHook('onSend', (request, reply, payload, done) => {
    const problem = own.has(pathOf(request)) ? null : problemOf(request, reply, payload);
    if (problem !== null) found.add(problem);
    done(null, payload);
  });
  return {
    get undocumented() {
      return [...found];
    },
  };
}

function problemOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): string | null {
  const path = pathOf(request);
  const operation = documented().paths[path]?.[request.method.toLowerCase()];
  if (!operation) return null;
  const status = reply.statusCode;
  const place = `${request.method} ${path} ${status}`;
  const response = resolved(operation.responses[status]);
  if (!response) return `${place} is not documented`;
  const type = String(reply.getHeader('content-type') ?? '').split(';', 1)[0] as string;
  const content = response.content?.[type];
  if (!content) return type === '' ? null : `${place} of ${type} is not documented`;
  if (!/[/+]json$/.test(type) || reply.hasHeader('content-encoding')) return null;
  const text = Buffer.isBuffer(payload) ? payload.toString() : payload;
  if (typeof text !== 'string' || text.length > MAX_READ) return null;
  return contentProblem(place, content, JSON.parse(text) as Json);
}

function contentProblem(place: string, content: Json, body: Json): string | null {
  const validate = validatorOf(place, content.schema);
  if (!validate(body as unknown)) {
    const [{ instancePath, message, params } = {} as never] = validate.errors ?? [];
    return `${place}: ${instancePath} ${message} ${JSON.stringify(params)}`;
  }
  if (!content.examples) return null;
  const messages = messagesOf(place, content.examples);
  const odd = body.errors.find(({ message }: Json) => !messages.some((row) => row.test(message)));
  return odd ? `${place}: message ${JSON.stringify(odd.message)}` : null;
}

/** As in the document: `/store/{slug}`. */
function pathOf(request: FastifyRequest): string {
  const [target = ''] = request.url.split('?', 1);
  const route = request.routeOptions.url ?? '';
  // Another spelling of a target finds the route, and is refused there.
  if (target.startsWith('/v1/') || route.startsWith('/v1/')) return target;
  return route.replaceAll(/:(\w+)/g, '{$1}');
}

const made: { document?: Json; ajv?: Ajv2020 } = {};
const validators = new Map<string, ValidateFunction>();
const templates = new Map<string, readonly RegExp[]>();

function documented(): Json {
  made.document ??= openApiDocument(actions, 'http://localhost');
  return made.document;
}

/** A schema is compiled when the first answer needs it. */
function validatorOf(place: string, schema: Json): ValidateFunction {
  const key = schema.$ref ?? place;
  let validator = validators.get(key);
  if (!validator) {
    made.ajv ??= new Ajv2020({ strict: false, validateFormats: false });
    validator = made.ajv.compile(closed(schema));
    validators.set(key, validator);
  }
  return validator;
}

/** The schema without references, and closed to fields it doesn't name. */
function closed(given: Json): Json {
  if (Array.isArray(given)) return given.map(closed);
  if (typeof given !== 'object' || given === null) return given;
  const { examples, description, ...schema } = resolved(given);
  const entries = Object.entries(schema).map(([key, inner]) => [key, closedKeyword(key, inner)]);
  const all = Object.fromEntries(entries);
  const isOpen = schema.properties === undefined || schema.additionalProperties !== undefined;
  return isOpen ? all : { ...all, additionalProperties: false };
}

function closedKeyword(key: string, inner: Json): Json {
  if (key !== 'properties') return typeof inner === 'object' ? closed(inner) : inner;
  return Object.fromEntries(Object.entries(inner).map(([name, field]) => [name, closed(field)]));
}

function messagesOf(place: string, examples: Json): readonly RegExp[] {
  let known = templates.get(place);
  if (!known) {
    known = Object.values(examples).flatMap((example) =>
      resolved(example).value.errors.map(({ message }: Json) => templateOf(message)),
    );
    templates.set(place, known);
  }
  return known;
}

/** `...` stands for the value that the message repeats, quoted only if it is a string. */
function templateOf(message: string): RegExp {
  const parts = message
    .split(/"\.\.\."|\.\.\./)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`);
}

function resolved(part: Json): Json {
  if (!part?.$ref) return part;
  return part.$ref
    .slice(2)
    .split('/')
    .reduce((inner: Json, name: string) => inner[name], documented());
}
