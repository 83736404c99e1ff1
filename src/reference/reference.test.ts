import { existsSync, readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/support/test-app.ts';
import { actions } from '../actions.ts';
import { gatewayErrors } from '../gateway/errors.ts';
import { actionsMarkdown, gatewayErrorsMarkdown } from './markdown.ts';
import { routesMarkdown } from './routes-markdown.ts';

const test = useTestApp();

describe('reference', () => {
  it('serves a valid OpenAPI 3.1 document with every action', async () => {
    const document = await (await fetch(`${test.baseUrl}/openapi.json`)).json();
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    const paths = actions.map(({ path }) => `/v1/actions/${path}`);
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(paths));
  });

  it('has every route of the service but its assets, the dashboard and the operator’s', async () => {
    const document = await (await fetch(`${test.baseUrl}/openapi.json`)).json();
    const documented = Object.entries<object>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = routesOf(test.app.http.printRoutes({ commonPrefix: false }));
    const hidden = /^\S+ \/(?:$|\*|favicon|docs|llms|dashboard|operator|assets|checkout-assets)/;
    expect(routes.filter((route) => !hidden.test(route) && !documented.includes(route))).toEqual(
      [],
    );
    const others = documented.filter((route) => !route.includes(' /v1/'));
    expect(others.filter((route) => !routes.includes(route))).toEqual([]);
  });

  it('tells for every action which errors it answers', async () => {
    const document = await (await fetch(`${test.baseUrl}/openapi.json`)).json();
    for (const { path, errors } of actions) {
      const { responses } = document.paths[`/v1/actions/${path}`].post;
      for (const { status, code, template } of Object.values(errors)) {
        const example = responses[status].content['application/json'].examples[code];
        expect(example.value.errors[0].message).toBe(template);
      }
    }
  });

  it('knows the file of every URL, and what its caller has to show', () => {
    expect(test.app.routes.length).toBeGreaterThan(100);
    expect(test.app.routes.filter(({ file }) => !file || !existsSync(file))).toEqual([]);
    expect(test.app.routes.filter(({ credential }) => !credential)).toEqual([]);
  });

  it('is in the documentation as it stands (npm run docs:generate)', () => {
    const read = (name: string) => readFileSync(`docs/reference/${name}`, 'utf8');
    expect(read('routes.md')).toBe(routesMarkdown(test.app.routes));
    expect(read('actions.md')).toBe(actionsMarkdown(actions));
    expect(read('errors.md')).toBe(gatewayErrorsMarkdown(gatewayErrors));
  });
});

/** `GET /store/{slug}` and all other routes of Fastify's tree, which indents by four characters. */
function routesOf(tree: string): string[] {
  const parents: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const found = /^(.*?[├└]── )(\S+)(?: \((.+)\))?$/.exec(line);
    if (!found) return [];
    const [, indent = '', part = '', methods = ''] = found;
    const depth = indent.length / 4;
    parents.length = depth;
    const path = `${parents[depth - 1] ?? ''}${part}`.replace('//', '/');
    parents[depth] = path;
    // Paths under `/v1` answer every method in the same way, actions are none of Fastify's routes.
    const own = path.startsWith('/v1/') ? ['POST'] : methods.split(', ');
    return own
      .filter((method) => method !== '' && method !== 'HEAD')
      .map((method) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  });
}
