import { type Reply, toReply } from './merchant.ts';
import { makeBuyerToken, type Shop } from './selling.ts';

/** Path of the shop's portal. */
export const portalOf = ({ store }: Pick<Shop, 'store'>) => `/store/${store.slug}/portal`;

/**
 * A buyer's browser without JavaScript: it keeps the portal's cookies as long as they last, and
 * doesn't follow redirects.
 */
export interface PortalVisitor {
  get(path?: string): Promise<Reply>;
  send(
    path: string,
    form?: Readonly<Record<string, string>>,
    headers?: HeadersInit,
  ): Promise<Reply>;
  /** The cookies; empty if there are none. */
  cookie(): string;
}

/** A visitor of the shop's portal; paths are relative to it. */
export function visitPortal(shop: Shop): PortalVisitor {
  const jar = new Map<string, { readonly pair: string; readonly endsAtMs: number }>();
  const nowMs = () => shop.test.clock.now().getTime();
  const cookie = () =>
    [...jar.values()].flatMap(({ pair, endsAtMs }) => (endsAtMs > nowMs() ? pair : [])).join('; ');
  const base = shop.test.baseUrl + portalOf(shop);
  const ask = async (path: string, init: RequestInit): Promise<Reply> => {
    const headers = { ...(cookie() ? { cookie: cookie() } : {}), ...init.headers };
    const response = await fetch(base + path, { redirect: 'manual', ...init, headers });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';', 1);
      const lifeS = Number(/Max-Age=(\d+)/.exec(set)?.[1]);
      jar.set(pair.replace(/=.*/, ''), { pair, endsAtMs: nowMs() + lifeS * 1000 });
    }
    return toReply(response);
  };
  return {
    get: (path = '') => ask(path, {}),
    send: (path, form = {}, headers = {}) =>
      ask(path, { method: 'POST', body: new URLSearchParams(form), headers }),
    cookie,
  };
}

/** A visitor who has entered with a session token. */
export async function enterPortal(
  shop: Shop,
  buyer = 'buyer-1',
  environment: 'test' | 'prod' = 'test',
): Promise<PortalVisitor> {
  const visitor = visitPortal(shop);
  const token = await makeBuyerToken(shop, buyer, environment);
  const reply = await visitor.send('/enter', { token });
  if (reply.status !== 303) throw new Error(`Not let in: ${reply.status} ${reply.text}`);
  return visitor;
}
