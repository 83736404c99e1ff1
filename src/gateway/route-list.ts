import type { FastifyInstance } from 'fastify';

/** Where the code of a URL is, and what a caller has to show. */
export interface RouteNote {
  /** From the project's root. */
  readonly file: string;
  readonly credential: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly note?: RouteNote;
  }
}

export interface ListedRoute extends Partial<RouteNote> {
  readonly method: string;
  readonly url: string;
}

/** The options that name a route's file, below `src`, and its credential. */
export function at(file: string, credential: string): { readonly config: { note: RouteNote } } {
  return { config: { note: { file: `src/${file}`, credential } } };
}

/** Lists every route that is registered from here on, without those that only say what another is. */
export function listRoutes(server: FastifyInstance): readonly ListedRoute[] {
  const listed: ListedRoute[] = [];
  server.addHook('onRoute', ({ method, url, config }) => {
    const methods = [method].flat();
    const named = methods.includes('POST') ? ['POST'] : methods;
    for (const one of named) {
      if (one === 'HEAD' || one === 'OPTIONS') continue;
      listed.push({ method: one, url, ...config?.note });
    }
  });
  return listed;
}
