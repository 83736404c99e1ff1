import type { ComponentChildren } from 'preact';
import { type DocPage, SECTIONS, type Section } from './page.ts';

/** The navigation of all pages. */
export function Menu({ page, pages }: { page: DocPage; pages: readonly DocPage[] }) {
  return (
    <nav id="menu" class="menu" aria-label="Documentation" tabindex={-1}>
      <a class="menu-close" href="#content">
        Close
      </a>
      {SECTIONS.map((section) => (
        <Part
          key={section}
          section={section}
          page={page}
          pages={pages.filter((one) => one.section === section)}
        />
      ))}
    </nav>
  );
}

const ALWAYS_OPEN: readonly Section[] = ['Start', 'Build'];

interface PartProps {
  readonly section: Section;
  readonly page: DocPage;
  readonly pages: readonly DocPage[];
}

/** A section of the navigation; only the one that is open lists all its pages. */
function Part({ section, page, pages }: PartProps) {
  const isOpen = page.section === section || ALWAYS_OPEN.includes(section);
  const [first] = pages;
  if (!first) return null;
  if (!isOpen) {
    return (
      <h2>
        <a href={first.path}>{section}</a>
      </h2>
    );
  }
  const shown = pages.filter(
    ({ group, path }) =>
      group === undefined || group === page.group || path === `/docs/actions/${group}`,
  );
  return (
    <>
      <h2>{section}</h2>
      <ul>
        {shown.map((one) => (
          <li key={one.path} class={isInside(one) ? 'inside' : undefined}>
            <a href={one.path} aria-current={one.path === page.path ? 'page' : undefined}>
              <Name page={one} />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Long event names break after their dots. */
function Name({ page }: { page: DocPage }) {
  const name = isInside(page) || page.group === undefined ? page.label : undefined;
  const parts = (name ?? page.title).split(/(?<=\.)/);
  return parts.map((part, index) => (
    <>
      {index === 0 ? null : <wbr />}
      {part}
    </>
  ));
}

function isInside({ group, path }: DocPage): boolean {
  return group !== undefined && path !== `/docs/actions/${group}`;
}

/** The page's breadcrumbs. */
export function Place({ page }: { page: DocPage }) {
  const parts: ComponentChildren[] = [page.section];
  if (isInside(page)) {
    parts[0] = <a href="/docs/actions">Actions</a>;
    parts.push(<a href={`/docs/actions/${page.group}`}>{page.group}</a>);
  }
  return (
    <p class="place">
      {parts.map((part, index) => (
        <>
          {index === 0 ? '' : ' / '}
          {part}
        </>
      ))}
    </p>
  );
}
