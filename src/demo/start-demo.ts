import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { ActionError } from '../contract/errors.ts';
import { type Database, sql } from '../database/database.ts';
import { at } from '../gateway/route-list.ts';
import { serveInspector } from '../inspector/serve-inspector.ts';
import type { Clock } from '../kit/time.ts';
import type { DemoLinks } from '../start-page/serve-start-page.tsx';
import { createDemoCall, type DemoCall, signedDemoCall, succeed } from './demo-calls.ts';
import {
  type Demo,
  inventDemo,
  readDemoFile,
  type SeededDemo,
  writeDemoFile,
} from './demo-file.ts';
import { inspectorUrl, seedDemo } from './seed-demo.ts';

/**
 * Seconds: the printed checkout link is valid as long as a session can be
 * (docs/contract/checkout.md).
 */
const LINK_LIFE_S = 604_800;
const DEMO_CHECKOUT_PATH = '/demo/checkout';

/** The demo for the banner. */
export interface RunningDemo {
  readonly demo: Demo;
  readonly checkoutUrl: string;
  readonly inspectorUrl: string;
}

/**
 * This data folder's demo, a new one if its database is empty; null with a database server, with
 * `DEMO=false`, or if there already are merchants.
 */
export async function findDemo(config: Config, database: Database): Promise<Demo | null> {
  if (!config.DEMO || database.engine !== 'embedded' || config.ROLE === 'worker') return null;
  const kept = await readDemoFile(config.DATA_DIR);
  if (kept) return { ...kept, baseUrl: config.PUBLIC_URL };
  if (config.SIGN_UP === 'closed' || !(await isEmpty(database))) return null;
  const demo = await inventDemo(config.PUBLIC_URL);
  // Written first, so that an interrupted start finds its password and key again.
  await writeDemoFile(config.DATA_DIR, demo);
  return demo;
}

/** Paths of the demo's pages, for the start page. */
export function demoLinks(demo: Demo): DemoLinks {
  return {
    checkoutPath: DEMO_CHECKOUT_PATH,
    inspectorPath: `/inspector/${demo.inspectorId}`,
  };
}

/** Serves the demo's pages, seeds what is missing, and opens a checkout session to print. */
export async function startDemo(
  http: FastifyInstance,
  found: Demo,
  dataDir: string,
  clock: Clock,
): Promise<RunningDemo> {
  let demo = found;
  serveDemo(http, () => demo, clock);
  const call = createDemoCall(http);
  const now = () => clock.now();
  const seeded = demo.seeded ?? (await seedDemo(call, demo, now));
  demo = { ...demo, seeded };
  await writeDemoFile(dataDir, demo);
  const signed = signedDemoCall(call, seeded.merchantId, demo.privateKey, now);
  await pointWebhookHere(signed, demo, seeded);
  const checkoutUrl = await openCheckout(signed, demo, seeded);
  return { demo, checkoutUrl, inspectorUrl: inspectorUrl(demo) };
}

/** The demo's pages: a checkout that opens a new session each time, and the inspector. */
export function serveDemo(http: FastifyInstance, current: () => Demo, clock: Clock): void {
  serveInspector(http, {
    id: current().inspectorId,
    clock,
    publicKeys: async () => (await http.inject('/.well-known/webhook-keys.json')).json(),
  });
  http.get(DEMO_CHECKOUT_PATH, at('demo/start-demo.ts', 'none'), async (request, reply) => {
    const call = createDemoCall(http, request.ip);
    return reply
      .header('cache-control', 'no-store')
      .redirect(await openCheckoutAsVisitor(call, current()), 303);
  });
}

async function isEmpty(database: Database): Promise<boolean> {
  const [row] = await database.query<{ any: boolean }>(
    sql`select exists (select from merchant) as any`,
  );
  return row?.any === false;
}

/** The service's URL may have changed since the webhook was added. */
async function pointWebhookHere(signed: DemoCall, demo: Demo, seeded: SeededDemo): Promise<void> {
  const body = { id: seeded.webhookId, url: inspectorUrl(demo) };
  await succeed('update-webhook', signed('store/update-webhook', body));
}

async function openCheckout(signed: DemoCall, demo: Demo, seeded: SeededDemo): Promise<string> {
  const body = { ...checkoutBody(demo, seeded), expiresInSeconds: LINK_LIFE_S };
  const data = await succeed('create-session', signed('checkout/create-session', body));
  return data.checkoutUrl;
}

/** Opens a session like any visitor of the store, with only the public slug. Throws its refusal. */
async function openCheckoutAsVisitor(call: DemoCall, demo: Demo): Promise<string> {
  const { seeded } = demo;
  if (seeded === null) throw new Error('The demo has not been seeded');
  const headers = { 'x-store-slug': seeded.storeSlug, 'x-environment': demo.environment };
  const body = checkoutBody(demo, seeded);
  const { status, data, errors, retryAfter } = await call('checkout/create-session', body, headers);
  if (status === 200) return data.checkoutUrl;
  throw new ActionError(status, errors, retryAfter ? { 'retry-after': retryAfter } : {});
}

/** After paying, the buyer returns to the inspector and sees the event arrive. */
function checkoutBody(demo: Demo, { productId }: SeededDemo) {
  return {
    productId,
    productType: 'onetime',
    currency: 'USD',
    successUrl: inspectorUrl(demo),
  };
}
