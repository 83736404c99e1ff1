import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/support/test-app.ts';
import { actions } from '../actions.ts';
import { gatewayErrors } from '../gateway/errors.ts';
import { actionsMarkdown, gatewayErrorsMarkdown } from './markdown.ts';

const test = useTestApp();

describe('reference', () => {
  it('serves a valid OpenAPI 3.1 document with every action', async () => {
    const document = await (await fetch(`${test.baseUrl}/openapi.json`)).json();
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    const paths = actions.map(({ path }) => `/v1/actions/${path}`);
    expect(Object.keys(document.paths)).toEqual(paths);
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

  it('shows every action on a page that needs no script', async () => {
    const response = await fetch(`${test.baseUrl}/docs`);
    const page = await response.text();
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).not.toContain('<script');
    for (const { path } of actions) expect(page).toContain(`id="${path}"`);
  });

  it('is in the documentation as it stands (npm run docs:generate)', () => {
    const read = (name: string) => readFileSync(`docs/reference/${name}`, 'utf8');
    expect(read('actions.md')).toBe(actionsMarkdown(actions));
    expect(read('errors.md')).toBe(gatewayErrorsMarkdown(gatewayErrors));
  });
});
