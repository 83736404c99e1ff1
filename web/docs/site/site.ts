import type { Action } from '../../../src/contract/action.ts';
import { actionPages } from './action-pages.ts';
import { errorPages } from './error-pages.ts';
import { eventPages } from './event-pages.ts';
import { graphqlPages } from './graphql-pages.ts';
import { homePage } from './home-page.ts';
import { type DocPage, SECTIONS } from './page.ts';
import { projectPages } from './project-pages.ts';
import { signingPage } from './signing-page.ts';

/** Every page of the documentation, in navigation order. */
export function sitePages(): DocPage[] {
  const project = projectPages();
  const pages = [
    homePage(),
    signingPage(),
    ...errorPages(),
    ...project,
    ...actionPages((action) => contractOf(action, project)),
    ...eventPages(),
    ...graphqlPages(),
  ];
  return SECTIONS.flatMap((section) => pages.filter((page) => page.section === section));
}

/** Where the contract describes the action: a heading with its name on a page with its path. */
function contractOf({ path }: Action, pages: readonly DocPage[]): string | null {
  const [, name = ''] = path.split('/');
  const found = pages.filter(
    ({ section, markdown }) =>
      section === 'Contract' &&
      new RegExp(`^#{2,3} ${name}$`, 'm').test(markdown) &&
      markdown.includes(path),
  );
  return found.length === 1 ? `${found[0]?.path}#${name}` : null;
}
