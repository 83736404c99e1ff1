import type { Action } from '../../../src/contract/action.ts';
import type { CallerKind } from '../../../src/contract/caller.ts';
import { requestExample } from '../../../src/reference/schema-of.ts';
import { literal, shellText } from './literals.ts';
import { fence } from './page.ts';

/** Headers of a caller without an API key; `$NAME` is an environment variable. */
type Headers = Readonly<Record<string, string>>;

/** A request: its path, body and caller. */
export interface Request {
  readonly path: string;
  readonly body: unknown;
  /** Null if it is signed with an API key. */
  readonly headers: Headers | null;
}

export const LANGUAGES = [
  ['curl', 'sh', 'curl'],
  ['node', 'js', 'Node.js'],
  ['python', 'python', 'Python'],
  ['go', 'go', 'Go'],
  ['php', 'php', 'PHP'],
] as const;
export type Language = (typeof LANGUAGES)[number][0];

/** An example shows the first of these callers that the action accepts. */
const SHOWN: readonly CallerKind[] = ['apiKey', 'slug', 'token', 'dashboard', 'anonymous'];

/** An example request of an action. */
export function requestOf(action: Action): Request {
  const kind = SHOWN.find((name) => action.auth.includes(name));
  const body = requestExample(action);
  return { path: `/v1/actions/${action.path}`, body, headers: headersOf(kind, action) };
}

function headersOf(kind: CallerKind | undefined, { environment }: Action): Headers | null {
  if (kind === 'apiKey') return null;
  const named: Headers = environment === 'credential' ? { 'X-Environment': 'test' } : {};
  if (kind === 'slug') return { 'X-Store-Slug': '$TILLGATE_STORE_SLUG', 'X-Environment': 'test' };
  if (kind === 'token') {
    return { Authorization: 'Bearer $TILLGATE_SESSION_TOKEN', 'X-Environment': 'test' };
  }
  if (kind === 'dashboard') return { Cookie: 'tillgate_session=$TILLGATE_SESSION', ...named };
  return {};
}

/** The request in every language, as fences that the page renders as tabs. */
export function exampleTabs(request: Request): string {
  return LANGUAGES.map(([language, code, title]) =>
    fence(`${code} tab="${title}"`, exampleIn(language, request)),
  ).join('\n\n');
}

export function exampleIn(language: Language, request: Request): string {
  return WRITERS[language](request);
}

const WRITERS: Readonly<Record<Language, (request: Request) => string>> = {
  curl: ({ path, body, headers }) => {
    const text = shellText(JSON.stringify(body, null, 2));
    if (headers === null) {
      return `. ./tillgate.sh

path=${path}
body=${text}
tillgate_sign "$path" "$body" |
  curl --fail-with-body -sS "$TILLGATE_BASE_URL$path" \\
    -H 'Content-Type: application/json' -H @- --data-binary "$body"`;
    }
    const lines = Object.entries({ 'Content-Type': 'application/json', ...headers }).map(
      ([name, value]) => `  -H ${shellHeader(`${name}: ${value}`)} \\\n`,
    );
    return `curl --fail-with-body -sS "$TILLGATE_BASE_URL${path}" \\
${lines.join('')}  --data-binary ${text}`;
  },
  node: ({ path, body, headers }) => {
    const name = headers === null ? 'call' : 'post';
    const more = argument(headers, (names) => objectOf(names, jsText));
    return `import { ${name} } from './tillgate.mjs';

const data = await ${name}('${path}', ${literal('js', body)}${more});
console.log(data);`;
  },
  python: ({ path, body, headers }) => {
    const name = headers === null ? 'call' : 'post';
    const more = argument(headers, (names) => objectOf(names, pythonText, '    ', true));
    const needsOs = more.includes('os.environ') ? 'import os\n\n' : '';
    return `${needsOs}from tillgate import ${name}

data = ${name}("${path}", ${literal('python', body)}${more})
print(data)`;
  },
  go: ({ path, body, headers }) => {
    const name = headers === null ? 'Call' : 'Post';
    const names = headers === null || Object.keys(headers).length === 0 ? null : headers;
    const map = names === null ? 'nil' : goMap(names);
    const needsOs = map.includes('os.Getenv') ? '\t"os"\n' : '';
    return `package main

import (
\t"fmt"
\t"log"
${needsOs})

func main() {
\tdata, err := ${name}("${path}", ${literal('go', body, 1)}, ${map})
\tif err != nil {
\t\tlog.Fatal(err)
\t}
\tfmt.Println(string(data))
}`;
  },
  php: ({ path, body, headers }) => {
    const name = headers === null ? 'tillgate_call' : 'tillgate_post';
    const more = argument(headers, (names) => phpMap(names));
    return `<?php
require 'tillgate.php';

$data = ${name}('${path}', ${literal('php', body)}${more});
echo json_encode($data, JSON_PRETTY_PRINT), "\\n";`;
  },
};

function argument(headers: Headers | null, write: (headers: Headers) => string): string {
  return headers === null || Object.keys(headers).length === 0 ? '' : `, ${write(headers)}`;
}

function objectOf(
  headers: Headers,
  text: (value: string) => string,
  indent = '  ',
  quoted = false,
): string {
  const lines = Object.entries(headers).map(([name, value]) => {
    const key = quoted ? JSON.stringify(name) : /^\w+$/.test(name) ? name : `'${name}'`;
    return `${indent}${key}: ${text(value)},\n`;
  });
  return `{\n${lines.join('')}}`;
}

function goMap(headers: Headers): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `\t\t"${name}": ${goText(value)},\n`,
  );
  return `map[string]string{\n${lines.join('')}\t}`;
}

function phpMap(headers: Headers): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `    '${name}' => ${phpHeader(value)},\n`,
  );
  return `[\n${lines.join('')}]`;
}

const VARIABLE = /\$(\w+)/;

/** The text before a variable, and the variable's name. */
function split(value: string): readonly [before: string, name: string] | null {
  const found = VARIABLE.exec(value);
  return found ? [value.slice(0, found.index), found[1] as string] : null;
}

function shellHeader(header: string): string {
  return VARIABLE.test(header) ? `"${header}"` : `'${header}'`;
}

function jsText(value: string): string {
  const parts = split(value);
  if (parts === null) return `'${value}'`;
  return parts[0] === '' ? `process.env.${parts[1]}` : `\`${parts[0]}\${process.env.${parts[1]}}\``;
}

function pythonText(value: string): string {
  const parts = split(value);
  if (parts === null) return `"${value}"`;
  const variable = `os.environ["${parts[1]}"]`;
  return parts[0] === '' ? variable : `"${parts[0]}" + ${variable}`;
}

function goText(value: string): string {
  const parts = split(value);
  if (parts === null) return `"${value}"`;
  const variable = `os.Getenv("${parts[1]}")`;
  return parts[0] === '' ? variable : `"${parts[0]}" + ${variable}`;
}

function phpHeader(value: string): string {
  const parts = split(value);
  if (parts === null) return `'${value}'`;
  const variable = `getenv('${parts[1]}')`;
  return parts[0] === '' ? variable : `'${parts[0]}' . ${variable}`;
}
