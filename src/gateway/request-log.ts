import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { destination } from 'pino';
import { toIso } from '../kit/time.ts';

/** Where log lines go: standard output unless a test listens. */
export interface LogStream {
  write(line: string): void;
}

export interface LogOutput {
  readonly stream: LogStream;
  /** Resolves once every line is written, or given up because nobody reads it. */
  finish(): Promise<void>;
}

/** Bytes of lines to collect for one write. */
const WHOLE = { minLength: 12_288 };
/** Bytes that Linux writes to a pipe atomically, whatever other processes write to it. */
const PIPE_BYTES = 4_096;
/** Milliseconds after which lines are written, however few. */
const MAX_BUFFERED_MS = 250;
/** Bytes of lines to keep while they can't be written; later lines are dropped. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;
/** Milliseconds at the end to wait for a reader that has stopped reading. */
const MAX_FINISH_MS = 1_000;

/**
 * Standard output: line by line for a terminal, in larger writes for a file or a collector, because
 * a write for each request costs as much as verifying its signature. The rest is written at exit.
 * If several processes share it, their lines don't interleave.
 */
export function standardOutput(isShared = false): LogOutput {
  if (process.stdout.isTTY) return { stream: process.stdout, finish: async () => {} };
  const atOnce = isShared ? { minLength: PIPE_BYTES / 2, maxWrite: PIPE_BYTES } : WHOLE;
  const buffered = { sync: false, periodicFlush: MAX_BUFFERED_MS, maxLength: MAX_KEPT_BYTES };
  let retryUntilMs = Number.POSITIVE_INFINITY;
  const retryEAGAIN = () => performance.now() < retryUntilMs;
  const stream = destination({ fd: 1, ...buffered, ...atOnce, retryEAGAIN });
  limitExit(stream, () => {
    retryUntilMs = performance.now() + MAX_FINISH_MS;
  });
  process.once('exit', () => stream.flushSync());
  const flush = () => new Promise<void>((resolve) => stream.flush(() => resolve()));
  return { stream, finish: () => Promise.race([flush(), pause(MAX_FINISH_MS)]) };
}

/**
 * What can't be written, for instance to a full disk, is retried with what follows. At exit it is
 * given up: the library would retry for as long as the disk is full, or nobody reads the pipe.
 */
function limitExit(stream: ReturnType<typeof destination>, onExit: () => void): void {
  const { flushSync } = stream;
  let isGivenUp = false;
  stream.on('error', () => {
    isGivenUp = true;
  });
  stream.on('write', () => {
    isGivenUp = false;
  });
  stream.flushSync = () => {
    if (isGivenUp) return;
    onExit();
    try {
      flushSync.call(stream);
    } catch {
      isGivenUp = true;
    }
  };
}

/** Logger settings: no process fields, ISO times, errors without the values they quote. */
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

/** Logs one line per request, without headers, query string, body, or checkout session address. */
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

/** Logs a request that is refused before any hook because its target is unreadable. */
export function logUnreadable(request: FastifyRequest, status: number): void {
  writeLine(request, '(unreadable)', status, 0);
}

function writeLine(request: FastifyRequest, path: string, status: number, elapsedMs: number): void {
  const { id, method } = request;
  const durationMs = Math.round(elapsedMs * 10) / 10;
  request.log.info({ requestId: id, method, path, status, durationMs }, 'request');
}

/** The route's pattern, because the path itself may contain a secret. */
function pathOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? '(unknown)';
}

/** SQLSTATE class of errors whose message quotes the invalid value. */
const DATA_EXCEPTION = /^22/;

/**
 * The log fields of an error, and of what caused it. The database's `detail` and `where` quote
 * whole rows, and the message of a data exception quotes its value, so they are left out.
 */
function describeError(error: Error) {
  const { cause } = error;
  return { ...describe(error), ...(cause instanceof Error ? { cause: describe(cause) } : {}) };
}

function describe(error: Error) {
  const { code, constraint, table } = error as Error & Record<string, string | undefined>;
  const isQuoting = code !== undefined && DATA_EXCEPTION.test(code);
  const message = isQuoting ? '(a data exception quotes a value)' : error.message;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const stack = frames.join('\n');
  return { type: error.name, message, stack, code, constraint, table };
}
