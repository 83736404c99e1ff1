import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { type RegisteredRoutes, registeredRoutes } from '../scripts/registered-routes.ts';
import { routesMarkdown } from '../src/reference/routes-markdown.ts';
import { routesOf } from './support/router-tree.ts';

/** Assets, which the page leaves out, and preflights, which every path under `/v1` has. */
const UNLISTED = /^(?:GET \/(?:checkout-assets|assets)\/|OPTIONS )/;
const ROW = /^\| (\w+) \| `([^`]+)` \| `([^`]+)` \| (.+) \|$/;
const ACTION = /^\/(?:v1\/actions|operator)\/([\w-]+\/[\w-]+)$/;

const parts = {} as { registered: RegisteredRoutes; rows: readonly Row[] };
const page = readFileSync('docs/reference/routes.md', 'utf8');

interface Row {
  readonly route: string;
  readonly path: string;
  readonly file: string;
  readonly credential: string;
}

describe('the list of routes', () => {
  beforeAll(async () => {
    parts.registered = await registeredRoutes();
    parts.rows = page.split('\n').flatMap(readRow);
  });

  it('is current (npm run docs:generate)', () => {
    expect(page).toBe(routesMarkdown(parts.registered.listed));
  });

  it('has what the router has, and nothing else', () => {
    const { http } = parts.registered;
    const tree = http.printRoutes({ commonPrefix: false });
    const routed = routesOf(tree).filter((route) => !UNLISTED.test(route));
    const listed = parts.rows.map(({ route }) => route);
    expect(listed.length).toBeGreaterThan(100);
    expect(routed.filter((route) => !listed.includes(route))).toEqual([]);
    expect(listed.filter((route) => !isRouted(http, route))).toEqual([]);
  });

  it('leads to the same file as the short table in the architecture', () => {
    const guide = readFileSync('docs/architecture.md', 'utf8').split('\n').flatMap(readGuide);
    const misled = parts.rows.filter(({ path, file }) => {
      const found = guide
        .filter(([url]) => (url === '/' ? path === '/' : path.startsWith(url)))
        .sort(([one], [other]) => other.length - one.length);
      return !found[0]?.[1].some((code) => file.startsWith(code));
    });
    expect(misled.map(({ route, file }) => `${route}: ${file}`)).toEqual([]);
  });

  it('names the file that registers each route, or that holds its action or handler', () => {
    expect(parts.rows.filter((row) => !isHandledBy(row))).toEqual([]);
  });
});

/** A row of the architecture's table: URLs up to a part that varies, and where their code is. */
function readGuide(line: string): [url: string, codes: string[]][] {
  const [, urls = '', code = ''] = /^\| (.+) \| (`.+) \|$/.exec(line) ?? [];
  const codes = quotedIn(code).map((path) => path.replace(/<.*/, ''));
  return quotedIn(urls).map((url) => [url.replace(/<.*/, ''), codes]);
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, quoted]) => quoted as string);
}

function readRow(line: string): Row[] {
  const [, method, path, file, credential] = ROW.exec(line) ?? [];
  if (!method || !path || !file || !credential) return [];
  return [{ route: `${method} ${path}`, path, file, credential }];
}

function isRouted(http: FastifyInstance, route: string): boolean {
  const [method, path = ''] = route.split(' ');
  return http.hasRoute({ method: method as HTTPMethods, url: path.replaceAll(/{(\w+)}/g, ':$1') });
}

function isHandledBy({ path, file }: Row): boolean {
  if (!existsSync(file)) return false;
  const text = readFileSync(file, 'utf8');
  const [, action] = ACTION.exec(path) ?? [];
  if (action && file === `src/domain/${action}.ts`) return text.includes(`path: '${action}'`);
  return text.includes(`at('${file.slice('src/'.length)}'`) || isImportedByRoutes(file);
}

/** Folders of pages register their routes in one file, which imports each handler's file. */
function isImportedByRoutes(file: string): boolean {
  const routes = ['routes.ts', 'routes.tsx'].map((name) => join(dirname(file), name));
  const text = routes
    .filter(existsSync)
    .map((path) => readFileSync(path, 'utf8'))
    .join();
  return text.includes(`from './${basename(file)}'`);
}
