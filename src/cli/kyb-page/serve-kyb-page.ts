import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import { STYLE_PATH } from '../../start-page/plain-page.tsx';
import { CliError } from '../settings.ts';
import { guardPage } from './guard-page.ts';
import { refuse } from './send-page.tsx';
import type { CallOperator } from './ticket-calls.ts';
import { serveList, serveTicket } from './ticket-routes.ts';

const HOST = '127.0.0.1';
/** Bytes of a form: a note of 1,000 characters, each percent-encoded. */
const MAX_FORM_BYTES = 32 * 1024;

export interface KybPage {
  /** The link to print; anyone who has it can decide. */
  readonly link: string;
  close(): Promise<void>;
}

/** Serves the operator's page to this machine alone; port 0 takes a free one. */
export async function serveKybPage(port: number, call: CallOperator): Promise<KybPage> {
  const http = fastify({ bodyLimit: MAX_FORM_BYTES, forceCloseConnections: true });
  serveErrors(http);
  const guard = guardPage(http, refuse);
  readForms(http);
  serveStyle(http);
  serveList(http, guard.base, call);
  serveTicket(http, guard.base, call);
  await http.listen({ host: HOST, port });
  guard.host = `${HOST}:${(http.server.address() as AddressInfo).port}`;
  return { link: `http://${guard.host}${guard.enterPath}`, close: () => http.close() };
}

function readForms(http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

/** The plain pages' style, and what tickets add to it. */
function serveStyle(http: FastifyInstance): void {
  const files = ['../../start-page/plain-page.css', './kyb-page.css'];
  const style = files
    .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
    .join('\n');
  http.get(STYLE_PATH, (_request, reply) =>
    reply.header('content-type', 'text/css; charset=utf-8').send(style),
  );
}

/** What the service or the guard says is shown; what we did wrong goes to the terminal alone. */
function serveErrors(http: FastifyInstance): void {
  http.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'There is no such page.'));
  http.setErrorHandler((error: Error & { readonly statusCode?: number }, _request, reply) => {
    if (error instanceof CliError) return refuse(reply, 502, error.message);
    const status = error.statusCode ?? 500;
    if (status < 500) return refuse(reply, status, 'The form cannot be read.');
    process.stderr.write(`${error.stack}\n`);
    return refuse(reply, status, 'Something went wrong. The terminal says what.');
  });
}
