import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pictureName } from '../../contract/pictures.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { networkOf } from '../../gateway/rate-limit.ts';
import { at } from '../../gateway/route-list.ts';
import { decodeId } from '../../kit/id.ts';

const FILE = /^([0-9a-f]{64})\.webp$/;
/** Pictures per network, enough for several pages full of them. */
const LIMIT = { policy: 'pictures', burst: 200, perSecond: 50 };
const HEADERS = {
  // The URL contains the hash of the content.
  'cache-control': 'public, max-age=31536000, immutable',
  'content-type': 'image/webp',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

type PictureRequest = FastifyRequest<{
  Params: { readonly storeId: string; readonly file: string };
}>;

/**
 * `GET /pictures/{STO_xxx}/{hash}.webp`: the URL is sufficient, so no database access is needed.
 */
export function servePictures(http: FastifyInstance, gateway: Gateway): void {
  const { ports, rateLimiter, clock } = gateway;
  http.get(
    '/pictures/:storeId/:file',
    at('pages/pictures/serve-pictures.ts', 'none'),
    async (request: PictureRequest, reply: FastifyReply) => {
      rateLimiter.take(LIMIT, networkOf(request.ip), clock.now());
      const { storeId, file } = request.params;
      const [, hash] = FILE.exec(file) ?? [];
      const store = decodeId('STO', storeId);
      const { storage } = ports.pictures;
      const content = hash && store && (await storage?.get(pictureName(store, hash)));
      if (!content) return reply.callNotFound();
      return reply.headers(HEADERS).send(Buffer.from(content));
    },
  );
}
