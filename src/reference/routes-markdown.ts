import type { ListedRoute } from '../gateway/route-list.ts';

const HEAD = `# Routes

Generated from the routes that the service registers (\`npm run docs:generate\`). Every URL with its file, its method and
what its caller has to show. An asset's address changes with its content, so assets are left out, and so are the pages
of the demo, which only \`npx tillgate demo\` serves.

| Method | URL | File | Credential |
|---|---|---|---|
`;

/** Assets, whose addresses change with their content. */
const ASSETS = /^\/(?:checkout-assets|assets)\//;

/** The list of all routes as one Markdown page, for `docs/reference/routes.md`. */
export function routesMarkdown(routes: readonly ListedRoute[]): string {
  const rows = routes
    .filter(({ url }) => !ASSETS.test(url))
    .map(({ method, url, file, credential }) => {
      const path = url.replaceAll(/:(\w+)/g, '{$1}');
      return `| ${method} | \`${path}\` | \`${file}\` | ${credential} |`;
    });
  return `${HEAD}${[...new Set(rows)].sort(byUrl).join('\n')}\n`;
}

function byUrl(one: string, other: string): number {
  const url = (row: string) => row.split(' | ')[1] as string;
  return url(one) < url(other) ? -1 : url(one) > url(other) ? 1 : one < other ? -1 : 1;
}
