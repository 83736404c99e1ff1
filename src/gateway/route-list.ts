import type { FastifyInstance } from 'fastify';

/** Where a URL's code is, and which credential it requires. */
export interface RouteNote {
  /** Relative to the project's root. */
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

/** Route options that state its file, below `src`, and its credential. */
export function at(file: string, credential: string): { readonly config: { note: RouteNote } } {
  return { config: { note: { file: `src/${file}`, credential } } };
}

/**
 * Lists routes registered from now on. Omits HEAD, OPTIONS, and methods that only accompany POST.
 */
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
