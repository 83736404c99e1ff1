import type { FastifyInstance, FastifyRequest } from 'fastify';
import { destination } from 'pino';
import { toIso } from '../kit/time.ts';

/** Where log lines go; standard output unless a test listens. */
export interface LogStream {
  write(line: string): void;
}

/** Bytes of lines that are written together. */
const WHOLE = { minLength: 12_288 };
/** Bytes that Linux writes to a pipe in one piece, no matter who else writes to it. */
const PIPE_BYTES = 4_096;
/** Milliseconds after which lines are written however few they are. */
const MAX_BUFFERED_MS = 250;

/**
 * Standard output: line by line for a person, in larger writes for a file or a collector, since a
 * write for each request costs as much as checking its signature. What is left is written at exit.
 * Where several processes share it, no line of one gets into the middle of another's.
 */
export function standardOutput(isShared = false): LogStream {
  if (process.stdout.isTTY) return process.stdout;
  const atOnce = isShared ? { minLength: PIPE_BYTES / 2, maxWrite: PIPE_BYTES } : WHOLE;
  const buffered = { sync: false, periodicFlush: MAX_BUFFERED_MS, ...atOnce };
  const stream = destination({ fd: 1, ...buffered });
  process.once('exit', () => stream.flushSync());
  return stream;
}

/** The logger's settings: no process fields, ISO times, errors without the values they quote. */
export function loggerOptions(level: string, stream?: LogStream) {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${toIso(new Date())}"`,
    redact: ['req', 'res'],
    serializers: { err: describeError },
  };
  return stream ? { ...options, stream } : options;
}

/** One line per request: no header, no query string, no body, no address of a checkout session. */
export function logOnce(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    writeLine(request, pathOf(request), reply.statusCode, reply.elapsedTime);
    done();
  });
}

/** The line of a request that is refused before any hook, since nobody can read its target. */
export function logUnreadable(request: FastifyRequest, status: number): void {
  writeLine(request, '(unreadable)', status, 0);
}

function writeLine(request: FastifyRequest, path: string, status: number, elapsedMs: number): void {
  const { id, method } = request;
  const durationMs = Math.round(elapsedMs * 10) / 10;
  request.log.info({ requestId: id, method, path, status, durationMs }, 'request');
}

/** The route's pattern: what a caller wrote may hold a secret. */
function pathOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? '(unknown)';
}

/** SQLSTATE class of errors whose message quotes the value that was wrong. */
const DATA_EXCEPTION = /^22/;

/**
 * What a log line says of an error. The database's `detail` and `where` quote whole rows, and the
 * message of a data exception quotes its value, so they stay out.
 */
function describeError(error: Error) {
  const { code, constraint, table } = error as Error & Record<string, string | undefined>;
  const isQuoting = code !== undefined && DATA_EXCEPTION.test(code);
  const message = isQuoting ? '(a data exception quotes a value)' : error.message;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const stack = frames.join('\n');
  return { type: error.name, message, stack, code, constraint, table };
}
