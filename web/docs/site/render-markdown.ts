import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import MarkdownIt, { type Token } from 'markdown-it';

const LANGUAGES = { bash, go, graphql, javascript, json, php, python };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);
const ALIASES: Readonly<Record<string, string>> = {
  ...{ sh: 'bash', js: 'javascript', ts: 'javascript' },
};

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

export interface Rendered {
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** Parts that only exist on the page; they replace fences of these languages. */
export type Widgets = Readonly<Record<string, string>>;

/** Renders Markdown as HTML without style attributes or scripts, as the pages' policy requires. */
export function renderMarkdown(text: string, widgets: Widgets = {}): Rendered {
  const headings: Heading[] = [];
  const tokens = parser.parse(text, { widgets, headings });
  return { html: parser.renderer.render(tokens, parser.options, { widgets, headings }), headings };
}

interface Environment {
  readonly widgets: Widgets;
  readonly headings: Heading[];
}

/** The parser's environment, whose own type has no fields. */
function environmentOf(env: object | undefined): Environment {
  return env as Environment;
}

const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });
const { escapeHtml } = parser.utils;

/** The anchor that GitHub gives a heading. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** `<a id="name"></a>`, the only HTML element used in the project's Markdown. */
parser.inline.ruler.before('html_inline', 'anchor', (state, silent) => {
  const found = /^<a id="([\w./-]+)"><\/a>/.exec(state.src.slice(state.pos));
  if (!found) return false;
  if (!silent) {
    const token = state.push('anchor', 'a', 0);
    token.attrSet('id', found[1] as string);
  }
  state.pos += found[0].length;
  return true;
});
parser.renderer.rules.anchor = (tokens, index) =>
  `<a id="${escapeHtml(String(tokens[index]?.attrGet('id') ?? ''))}"></a>`;

parser.core.ruler.push('headings', ({ tokens, env }) => {
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return;
    const inline = tokens[index + 1] as Token;
    const text = (inline.children ?? [])
      .filter(({ type }) => type === 'text' || type === 'code_inline')
      .map(({ content }) => content)
      .join('');
    const id = unused(slugOf(text), environmentOf(env).headings);
    token.attrSet('id', id);
    environmentOf(env).headings.push({ level: Number(token.tag.slice(1)), id, text });
  });
});

// A list of fields: name and type, then a sentence on its own line.
parser.core.ruler.push('fields', ({ tokens, Token: Made }) => {
  const html = (content: string) => Object.assign(new Made('html_inline', '', 0), { content });
  tokens.forEach((token, index) => {
    const children = token.type === 'inline' ? (token.children ?? []) : [];
    const end = children.findIndex(({ type }) => type === 'softbreak');
    const isField = tokens[index - 2]?.type === 'list_item_open';
    if (!isField || children[0]?.type !== 'code_inline' || end === -1) return;
    const [name, ...type] = children.slice(0, end);
    token.children = [
      ...[name as Token, html('<span class="type">'), ...type, html('</span><span class="text">')],
      ...[...children.slice(end + 1), html('</span>')],
    ];
    const list = tokens.slice(0, index).findLast(({ type }) => type === 'bullet_list_open');
    list?.attrSet('class', 'fields');
  });
});

function unused(id: string, headings: readonly Heading[]): string {
  const isTaken = (name: string) => headings.some((heading) => heading.id === name);
  if (!isTaken(id)) return id;
  const counts = headings.map((_heading, index) => `${id}-${index + 1}`);
  return counts.find((name) => !isTaken(name)) as string;
}

parser.renderer.rules.heading_open = (tokens, index) => {
  const token = tokens[index] as Token;
  const id = escapeHtml(String(token.attrGet('id') ?? ''));
  if (token.tag === 'h1') return `<h1 id="${id}">`;
  return `<${token.tag} id="${id}"><a class="anchor" href="#${id}" aria-label="Link to this section"></a>`;
};
// A wide table scrolls on its own and can be focused with the keyboard.
parser.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table>';
parser.renderer.rules.table_close = () => '</table></div>';
// Column alignment is a style attribute, which the page's policy blocks.
parser.renderer.rules.th_open = () => '<th scope="col">';
parser.renderer.rules.td_open = () => '<td>';

// Long names can break between words.
parser.renderer.rules.code_inline = (tokens, index) => {
  const code = escapeHtml(tokens[index]?.content ?? '');
  return `<code translate="no">${code.replaceAll(/[./_](?=\w)/g, '$&<wbr>')}</code>`;
};

parser.renderer.rules.fence = (tokens, index, _options, env) => {
  const token = tokens[index] as Token;
  const [language = ''] = token.info.split(' ', 1);
  const widget = environmentOf(env).widgets[language];
  if (widget !== undefined) return widget;
  const name = tabOf(token);
  if (name === null) return block(token.content, language);
  // Consecutive named fences become one block with tabs.
  const open = tabOf(tokens[index - 1]) === null ? openTabs(tokens, index) : '';
  const close = tabOf(tokens[index + 1]) === null ? '</div>' : '';
  const panel = `<section class="panel" data-tab="${escapeHtml(name)}"><p class="tab-name">${escapeHtml(name)}</p>${block(token.content, language)}</section>`;
  return `${open}${panel}${close}`;
};

function openTabs(tokens: readonly Token[], start: number): string {
  const names: string[] = [];
  for (let index = start; tabOf(tokens[index]) !== null; index += 1) {
    names.push(tabOf(tokens[index]) as string);
  }
  const buttons = names.map(
    (name) =>
      `<button type="button" role="tab" data-tab="${escapeHtml(name)}">${escapeHtml(name)}</button>`,
  );
  return `<div class="tabs"><div role="tablist" aria-label="Language">${buttons.join('')}</div>`;
}

function tabOf(token: Token | undefined): string | null {
  return (token?.type === 'fence' && /tab="([^"]+)"/.exec(token.info)?.[1]) || null;
}

function block(code: string, language: string): string {
  return `<div class="code"><pre tabindex="0" translate="no"><code>${highlight(code, language)}</code></pre></div>\n`;
}

function highlight(code: string, language: string): string {
  const name = ALIASES[language] ?? language;
  if (!hljs.getLanguage(name)) return escapeHtml(code);
  return hljs.highlight(code, { language: name }).value.replaceAll('hljs-', 'h-');
}
