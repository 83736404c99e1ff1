import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { routesOf } from '../../test/support/router-tree.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { actions } from '../actions.ts';
import { gatewayErrors } from '../gateway/errors.ts';
import { actionsMarkdown, gatewayErrorsMarkdown } from './markdown.ts';
import type { Json } from './openapi-responses.ts';

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

  it('can be read by tools on pages of any origin', async () => {
    const { headers } = await fetch(`${test.baseUrl}/openapi.json`);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('has patterns only where generators expect them: next to the type of a text', async () => {
    const document = await (await fetch(`${test.baseUrl}/openapi.json`)).json();
    const wrong: string[] = [];
    const walk = (value: unknown, path: string) => {
      if (typeof value !== 'object' || value === null || path.endsWith('/properties/pattern'))
        return;
      const { pattern, type } = value as { readonly pattern?: unknown; readonly type?: unknown };
      if (typeof pattern === 'string' && ![type].flat().includes('string')) wrong.push(path);
      for (const [key, inner] of Object.entries(value)) walk(inner, `${path}/${key}`);
    };
    walk({ ...document, components: { ...document.components, examples: {} } }, '');
    expect(wrong).toEqual([]);
  });

  it('has every route of the service but its assets, the dashboard, the operator’s and unknown addresses', async () => {
    const document = await (await fetch(`${test.baseUrl}/openapi.json`)).json();
    const documented = Object.entries<object>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = routesOf(test.app.http.printRoutes({ commonPrefix: false }));
    const hidden =
      /^\S+ \/(?:$|\*|favicon|docs|llms|dashboard|operator|assets|checkout-assets)|\/\*$/;
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

  it('lists the values of a text that is trimmed before it is checked', async () => {
    const { paths } = await (await fetch(`${test.baseUrl}/openapi.json`)).json();
    const { requestBody } = paths['/v1/actions/refund-ticket/review-ticket'].post;
    const { decision } = requestBody.content['application/json'].schema.properties;
    expect(decision.enum).toEqual(['approve', 'reject', 'return']);
  });

  it('says where a dashboard session has to name its environment', async () => {
    const { paths } = await (await fetch(`${test.baseUrl}/openapi.json`)).json();
    const session = (path: string) =>
      paths[path].post.security.find((way: object) => 'dashboard' in way);
    for (const { path, environment } of actions.filter(({ auth }) => auth.includes('dashboard'))) {
      const isNeeded = environment === 'credential';
      expect([path, 'environment' in session(`/v1/actions/${path}`)]).toEqual([path, isNeeded]);
    }
    for (const path of ['graphql', 'export', 'live']) {
      expect(session(`/v1/${path}`)).toEqual({ dashboard: [], environment: [] });
    }
  });

  it('permits the empty text that clears a URL', async () => {
    const { paths } = await (await fetch(`${test.baseUrl}/openapi.json`)).json();
    for (const path of ['onetime-product/update-product', 'checkout/create-session']) {
      const { schema } = paths[`/v1/actions/${path}`].post.requestBody.content['application/json'];
      expect(schema.properties.successUrl).not.toHaveProperty('format');
    }
  });

  it('lists every header of a delivery', async () => {
    const { webhooks } = await (await fetch(`${test.baseUrl}/openapi.json`)).json();
    const names = webhooks['order.completed'].post.parameters.map(({ name }: Json) => name);
    expect(names.sort()).toEqual([
      'X-Service-Delivery',
      'X-Service-Event',
      'X-Service-Signature',
      'webhook-id',
      'webhook-timestamp',
    ]);
  });

  it('is in the documentation as it stands (npm run docs:generate)', () => {
    const read = (name: string) => readFileSync(`docs/reference/${name}`, 'utf8');
    expect(read('actions.md')).toBe(actionsMarkdown(actions));
    expect(read('errors.md')).toBe(gatewayErrorsMarkdown(gatewayErrors));
  });
});
