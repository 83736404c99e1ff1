import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { actions } from '../../src/actions.ts';
import { EVENT_TYPES } from '../../src/events/event-types.ts';
import { rootFields } from '../../src/graphql/roots.ts';
import { answerFields, requestFields } from '../../src/reference/fields.ts';
import { makeSite } from '../../web/docs/site/make-site.ts';
import type { DocFile } from '../../web/docs/site/page.ts';

const files = new Map((await makeSite()).map((file) => [file.path, file]));
const pages = [...files.values()].filter(({ contentType }) => contentType.startsWith('text/html'));
const markdown = [...files.values()].filter(({ contentType }) => contentType.includes('markdown'));
/** Paths the service serves besides the documentation. */
const ELSEWHERE = ['/openapi.json', '/dashboard/'];

function textOf(path: string): string {
  const file = files.get(path);
  if (!file) throw new Error(`The documentation has no ${path}`);
  return String(file.content);
}

describe('the pages', () => {
  it('have no broken links', () => {
    const broken = pages.flatMap((page) =>
      [...String(page.content).matchAll(/(?:href|src)="([^"]+)"/g)]
        .map(([, target]) => target as string)
        .filter((target) => !/^(?:https?|data|mailto):/.test(target))
        .filter((target) => !leadsSomewhere(page, target.replaceAll('&amp;', '&')))
        .map((target) => `${page.path}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('have no duplicate ids', () => {
    for (const { path, content } of pages) {
      const ids = idsOf(String(content));
      expect([path, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([path, []]);
    }
  });

  it('skip no level of headings after the title', () => {
    for (const { path, content } of pages) {
      const [, ...sections] = withoutCode(content).split('<h1');
      const levels = [...sections.join().matchAll(/<h([2-6])\b/g)].map(([, level]) =>
        Number(level),
      );
      const skips = levels.filter((level, at) => level > (levels[at - 1] ?? 1) + 1);
      expect([path, skips]).toEqual([path, []]);
    }
  });

  it('show no markup meant for other readers', () => {
    for (const { path, content } of pages) {
      const text = String(content)
        .replaceAll(/<(pre|code)[\s\S]*?<\/\1>/g, '')
        .replaceAll(/<[^>]*>/g, '');
      expect([path, /\*\*|\]\(|&lt;a id|undefined|\[object/.exec(text)?.[0]]).toEqual([
        path,
        undefined,
      ]);
    }
  });

  it('have no inline scripts or styles, which their policy blocks', () => {
    for (const { path, content } of pages) {
      const found = /<script(?! (?:type="module" )?src=)|<style| style=| on\w+=/.exec(
        withoutCode(content),
      );
      expect([path, found?.[0]]).toEqual([path, undefined]);
    }
  });

  it('describe every action with each field and each error', () => {
    for (const action of actions) {
      const page = textOf(`/docs/actions/${action.path}.md`);
      expect(page).toContain(action.summary);
      for (const field of [...requestFields(action), ...answerFields(action)]) {
        expect(page).toContain(`\`${field.name}\` ${field.type}`);
        expect(page).toContain(field.description);
      }
      for (const { status, template } of Object.values(action.errors)) {
        expect(page).toContain(`| ${status} | \`${template.replaceAll('|', '\\|')}\` |`);
      }
      for (const title of ['curl', 'Node.js', 'Python', 'Go', 'PHP']) {
        expect(page).toContain(`tab="${title}"`);
      }
    }
  });

  it('describe every event and every query', () => {
    for (const type of EVENT_TYPES)
      expect(textOf(`/docs/events/${type}.md`)).toContain('"data": {');
    const queries = textOf('/docs/graphql.md');
    for (const name of Object.keys(rootFields)) expect(queries).toContain(`### ${name}\n`);
  });

  it('keep the anchors from when /docs was a single page', () => {
    const ids = idsOf(textOf('/docs'));
    const old = ['introduction', 'errors', 'content', ...actions.map(({ path }) => path)];
    expect(ids).toEqual(expect.arrayContaining(old));
  });
});

describe('what coding agents read', () => {
  it('includes every page as Markdown without broken links', () => {
    for (const { path } of pages.filter((page) => page.path !== '/docs/404')) {
      expect(files.has(path === '/docs' ? '/docs/index.md' : `${path}.md`)).toBe(true);
    }
    const broken = [...markdown, files.get('/llms.txt'), files.get('/llms-full.txt')].flatMap(
      (file) =>
        linksOf(file as DocFile)
          .map((target) => target.split('#', 1)[0] as string)
          .filter((target) => target !== '' && !files.has(target) && !ELSEWHERE.includes(target))
          .map((target) => `${file?.path}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('lists every page, and every call in one file', () => {
    const list = textOf('/llms.txt');
    for (const { path } of markdown.filter((file) => file.path !== '/docs/SKILL.md')) {
      expect(list).toContain(`](${path})`);
    }
    expect(list.split('\n').filter((line) => /^- .*:\s*$/.test(line))).toEqual([]);
    const whole = textOf('/llms-full.txt');
    for (const { path } of actions) expect(whole).toContain(`### POST /v1/actions/${path}\n`);
    for (const type of EVENT_TYPES) expect(whole).toContain(`# ${type}\n`);
  });

  it('has a skill with a name and a description', () => {
    expect(textOf('/docs/SKILL.md')).toContain('Publish a product once.');
    expect(textOf('/docs/SKILL.md')).toMatch(
      /^---\nname: tillgate\ndescription: .{40,1000}\n---\n/,
    );
  });
});

function leadsSomewhere({ path }: DocFile, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const full = file === '' ? path : posix.resolve(path, file);
  if (ELSEWHERE.includes(file)) return true;
  if (!files.has(full)) return false;
  return anchor === undefined || idsOf(textOf(full)).includes(decodeURIComponent(anchor));
}

function linksOf({ content }: DocFile): string[] {
  const text = String(content).replaceAll(/^ *```[\s\S]*?^ *```$|`[^`\n]*`/gm, '');
  return [...text.matchAll(/\]\((\/[^)\s]*)\)/g)].map(([, target]) => target as string);
}

function idsOf(html: string): string[] {
  return [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id as string);
}

/** The document without the content of code blocks and forms. */
function withoutCode(content: DocFile['content']): string {
  return String(content).replaceAll(/<(code|textarea|output)[\s\S]*?<\/\1>/g, '');
}
