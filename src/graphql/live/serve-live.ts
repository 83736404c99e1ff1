import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, DashboardCaller } from '../../contract/caller.ts';
import { COMMIT_MS } from '../../events/record-event.ts';
import type { Door } from '../../gateway/admit.ts';
import { findUsableStores } from '../../gateway/credentials/usable-stores.ts';
import { gatewayErrors } from '../../gateway/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { networkOf } from '../../gateway/rate-limit.ts';
import { readJson } from '../../gateway/read-json.ts';
import { at } from '../../gateway/route-list.ts';
import { METHODS } from '../../gateway/server.ts';
import { BusyError } from '../../kit/bounded-queue.ts';
import { decodeId, type Id } from '../../kit/id.ts';
import { addMs } from '../../kit/time.ts';
import { admitCall } from '../admit-call.ts';
import type { Graphql } from '../answer.ts';
import { createLiveChanges, type LiveChanges } from './live-changes.ts';

const TARGET = '/v1/live';
/** Maximum milliseconds of a stream. */
const MAX_STREAM_MS = 5 * 60_000;
/** Milliseconds for which a caller who loses access to the store may be told of a change. */
const CHECK_EVERY_MS = 5_000;
/** Milliseconds between heartbeats, which keep proxies from closing the stream. */
const BEAT_MS = 20_000;
/** Seconds after which a refused stream may be requested again. */
const RETRY_AFTER_S = 60;

/** Maximum age of what a client has read, in milliseconds: a day. */
const MAX_READ_MS = 24 * 60 * 60_000;

const isDashboard = (caller: Caller): caller is DashboardCaller => caller.kind === 'dashboard';
const DOOR: Door<DashboardCaller> = { allows: isDashboard, environment: 'credential' };
const STORE_QUERY = 'query ($id: ID!) { store(id: $id) { id } }';

/**
 * Notifies dashboards that something happened in their store: server-sent events without content.
 */
export function serveLive(http: FastifyInstance, gateway: Gateway, graphql: Graphql): void {
  const now = () => gateway.clock.now();
  const changes = createLiveChanges(gateway.database, gateway.spread !== null, now, (error) =>
    http.log.error({ err: error }, 'latest events could not be read'),
  );
  http.addHook('preClose', async () => changes.close());
  http.route({
    method: METHODS,
    url: TARGET,
    ...at('graphql/live/serve-live.ts', 'dashboard session'),
    handler: (request, reply) => open(gateway, graphql, changes, request, reply),
  });
}

async function open(
  gateway: Gateway,
  graphql: Graphql,
  changes: LiveChanges,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const now = gateway.clock.now();
  const { incoming, caller, headers } = await admitCall(gateway, request, reply, TARGET, DOOR);
  const { storeId: given, readMsAgo } = await readJson(incoming.body, incoming.address);
  const storeId = typeof given === 'string' ? decodeId('STO', given) : null;
  if (storeId === null) throw gatewayErrors.storeNotFound();
  // Callers who can read the store may know that something happened in it.
  const asked = { query: STORE_QUERY, variables: { id: given }, operationName: null };
  const parts = await graphql.answer(caller, asked, incoming.address);
  const answer = JSON.parse(Buffer.concat(parts).toString());
  if (!answer.data?.store) throw gatewayErrors.storeNotFound();

  const stream = new PassThrough();
  const end = () => stream.end();
  const { merchantId, environment } = caller;
  const mayRead = accessOf(gateway, caller, storeId);
  // A client that reads nothing is disconnected instead of written to.
  const write = (text: string) =>
    stream.writableNeedDrain ? stream.destroy() : !stream.writableEnded && stream.write(text);
  const send = async (text: string) => {
    if (await mayRead().catch(() => false)) write(text);
    else end();
  };
  const tell = () => void send(CHANGE);
  const network = networkOf(incoming.address);
  const readAt = readAtOf(readMsAgo, now);
  const leave = changes.watch({ storeId, environment, merchantId, network, readAt, tell, end });
  if (leave === null) throw new BusyError(RETRY_AFTER_S);
  const beat = setInterval(() => void send(':\n\n'), BEAT_MS);
  const life = setTimeout(end, MAX_STREAM_MS);
  stream.once('close', () => {
    leave();
    clearInterval(beat);
    clearTimeout(life);
  });
  stream.write(':\n\n');
  return (
    reply
      .headers(headers)
      .header('content-type', 'text/event-stream')
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .header('x-accel-buffering', 'no')
      // Kept alive after the stream, the connection would delay the service's shutdown.
      .header('connection', 'close')
      .send(stream)
  );
}

/** Whether the session and its role on the store still exist; read every few seconds at most. */
function accessOf(
  { database, clock }: Gateway,
  caller: DashboardCaller,
  storeId: Id<'STO'>,
): () => Promise<boolean> {
  let checkedAt = clock.now();
  return async () => {
    const now = clock.now();
    if (now < addMs(checkedAt, CHECK_EVERY_MS)) return true;
    checkedAt = now;
    const stores = await findUsableStores(database, caller, now);
    return stores?.includes(storeId) ?? false;
  };
}

/** Null, so that any event is reported, if it isn't a number of milliseconds up to a day. */
function readAtOf(readMsAgo: unknown, now: Date): Date | null {
  const isGiven = typeof readMsAgo === 'number' && readMsAgo >= 0 && readMsAgo <= MAX_READ_MS;
  return isGiven ? addMs(now, -readMsAgo - COMMIT_MS) : null;
}

const CHANGE = 'event: change\ndata: {}\n\n';
