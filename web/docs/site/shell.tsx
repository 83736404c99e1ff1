import { render } from 'preact-render-to-string';
import { markdownAddress } from './links.ts';
import { Menu, Place } from './menu.tsx';
import type { DocPage } from './page.ts';
import type { Heading, Rendered } from './render-markdown.ts';

/** URLs of the files that every page loads. */
export interface Assets {
  readonly style: string;
  /** Runs before the first paint, so that the page appears in the chosen colors. */
  readonly first: string;
  readonly main: string;
  /** Loaded when a search starts. */
  readonly index: string;
}

interface ShellProps {
  readonly page: DocPage;
  readonly pages: readonly DocPage[];
  readonly rendered: Rendered;
  readonly assets: Assets;
}

/** A documentation page as a complete HTML document. */
export function renderShell(props: ShellProps): string {
  return `<!doctype html>${render(<Shell {...props} />)}`;
}

const NAME = 'Tillgate documentation';

function Shell({ page, pages, rendered, assets }: ShellProps) {
  const toc = rendered.headings.filter(({ level }) => level === 2);
  const { before, after } = neighbors(page, pages);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{page.title === NAME ? NAME : `${page.title} – Tillgate`}</title>
        <meta name="description" content={page.summary} />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={assets.style} />
        <link rel="alternate" type="text/markdown" href={markdownAddress(page.path)} />
        <script src={assets.first} />
        <script type="module" src={assets.main} />
      </head>
      <body data-index={assets.index}>
        <a class="skip" href="#content">
          Skip to content
        </a>
        <Header />
        <div class="frame">
          <Menu page={page} pages={pages} />
          <main id="content" tabindex={-1}>
            <Place page={page} />
            <article dangerouslySetInnerHTML={{ __html: rendered.html }} />
            <footer>
              <nav aria-label="Neighboring pages" class="neighbors">
                {before ? <Neighbor page={before} rel="prev" /> : <span />}
                {after ? <Neighbor page={after} rel="next" /> : <span />}
              </nav>
              <p>
                <a href={markdownAddress(page.path)}>This page as Markdown</a>
              </p>
            </footer>
          </main>
          {toc.length > 1 ? <Contents headings={toc} /> : null}
        </div>
      </body>
    </html>
  );
}

function Header() {
  return (
    <header>
      <a class="brand" href="/docs">
        Tillgate <span>docs</span>
      </a>
      <a class="menu-open" href="#menu">
        Menu
      </a>
      <div class="tools">
        <button type="button" id="search-open" class="search-open" hidden>
          Search <kbd>/</kbd>
        </button>
        <button type="button" id="theme" hidden>
          <span>Theme: </span>
          <span id="theme-name" />
        </button>
        <a href="/dashboard/">Dashboard</a>
      </div>
    </header>
  );
}

function Contents({ headings }: { headings: readonly Heading[] }) {
  return (
    <nav class="contents" aria-label="On this page">
      <h2>On this page</h2>
      <ul>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Neighbor({ page, rel }: { page: DocPage; rel: 'prev' | 'next' }) {
  return (
    <a class={rel} rel={rel} href={page.path}>
      <small>{rel === 'prev' ? 'Previous' : 'Next'}</small>
      {page.title}
    </a>
  );
}

function neighbors(page: DocPage, pages: readonly DocPage[]) {
  const own = pages.filter(({ section }) => section === page.section);
  const at = own.indexOf(page);
  return { before: own[at - 1], after: own[at + 1] };
}
