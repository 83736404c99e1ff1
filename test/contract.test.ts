import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contractCalls } from '../scripts/contract-tables.ts';
import type { Action } from '../src/contract/action.ts';
import { BLOCKERS } from '../src/domain/store/blockers.ts';
import { gatewayErrors } from '../src/gateway/errors.ts';
import { graphqlErrors } from '../src/graphql/errors.ts';
import {
  anchorsOf,
  brokenLinksOf,
  brokenMentionsIn,
  citationsIn,
  citationsInFile,
  type ErrorLine,
  errorLinesOf,
  filesIn,
  markdownPages,
  type Section,
  sectionsOf,
} from './support/contract-pages.ts';

const pages = filesIn('docs/contract');
const sections = pages.flatMap(sectionsOf);
/** Where comments and texts may mention the contract. */
const CODE = ['src', 'test', 'web', 'bench', 'scripts', 'bin', 'deploy'].flatMap(filesIn);
const TEXT = /\.(?:tsx?|mjs|js|sql|sh|ya?ml|css)$/;
/** Migrations are never edited. */
const isEditable = (path: string) => !path.startsWith('src/database/migrations/');
/** Files that contain citations in order to detect them. */
const EXAMPLES = ['test/contract.test.ts', 'test/support/contract-pages.ts'];
/** Files whose comments may cite only the project itself. */
const SWEPT = ['docs', 'src', 'test', 'web', 'bench', 'scripts', 'bin', 'deploy']
  .flatMap(filesIn)
  .filter((path) => isEditable(path) && !EXAMPLES.includes(path));

describe('the error tables of docs/contract', () => {
  it.each([...contractCalls])('appear once for %s, row by row and in order', (line, { errors }) => {
    const found = sections.filter(({ lines }) => lines.includes(line));
    expect(found.map(({ page, heading }) => `${page}#${heading}`)).toHaveLength(1);
    expect(errorLinesOf(found[0] as Section)).toEqual(rowsOf(errors));
  });

  it('are about existing calls', () => {
    const lines = sections.flatMap(({ lines: all }) =>
      all.filter((line) => /^`POST .*` ·/.test(line)),
    );
    expect(lines.filter((line) => !contractCalls.has(line))).toEqual([]);
  });

  it('include the errors of the gateway and of GraphQL', () => {
    expect(errorLinesOf(sectionAt('errors.md', 'Gateway errors'))).toEqual(rowsOf(gatewayErrors));
    expect(errorLinesOf(sectionAt('graphql.md', 'Request'))).toEqual(rowsOf(graphqlErrors));
  });

  it('include every blocker of a deletion', () => {
    const { lines } = sectionAt('stores.md', 'Deletion blockers');
    const rows = lines.map((line) => /^\| `(\w+)` \| `(.+)` \|/.exec(line)).filter(Boolean);
    expect(rows.map((row) => [row?.[1], row?.[2]])).toEqual(
      BLOCKERS.map(({ reason, message }) => [reason, message(1).replace('1', 'X')]),
    );
  });
});

describe('links', () => {
  it('into the contract lead to a heading or an anchor, wherever they appear', () => {
    expect(CODE.filter((path) => TEXT.test(path)).flatMap(brokenMentionsIn)).toEqual([]);
    expect(markdownPages().flatMap(brokenMentionsIn)).toEqual([]);
  });

  it('of every Markdown page lead somewhere', () => {
    expect(markdownPages().flatMap(brokenLinksOf)).toEqual([]);
  });

  it('have one target: no contract page has duplicate anchors', () => {
    const twice = pages.flatMap((page) => {
      const anchors = anchorsOf(page);
      return anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at);
    });
    expect(twice).toEqual([]);
  });

  it('lead from the index to every page', () => {
    const index = sectionAt('README.md', 'Contract').lines.join('\n');
    const names = pages.map((page) => relative('docs/contract', page));
    expect(names.filter((name) => name !== 'README.md' && !index.includes(`(${name})`))).toEqual(
      [],
    );
  });
});

describe('citations', () => {
  it('of documents outside the project are reported unless they have a link', () => {
    const number = 8;
    const text = [
      `/** Decisions ${number}: bits of the pair. */`,
      `// As Specification ${number}.1 and invariant ${number} say.`,
      `/** Conventions ${number}. */`,
      `// A slow endpoint delays no other: invariant ${number} (docs/contract/invariants.md#14).`,
      'const decisions = [1];',
    ].join('\n');
    const cited = ['Decisions', 'Specification', 'invariant', 'Conventions'];
    expect(citationsIn(text).map((citation) => citation.split(' ')[0])).toEqual(cited);
  });

  it("don't occur in the files already cleaned up", () => {
    expect(SWEPT.flatMap(citationsInFile)).toEqual([]);
  });
});

function rowsOf(errors: Action['errors']): ErrorLine[] {
  return Object.values(errors).map(({ status, template, layer }) => [status, template, layer]);
}

function sectionAt(page: string, heading: string): Section {
  const found = sections.find(
    (section) => section.page === join('docs/contract', page) && section.heading === heading,
  );
  if (!found) throw new Error(`docs/contract/${page} has no heading "${heading}"`);
  return found;
}
