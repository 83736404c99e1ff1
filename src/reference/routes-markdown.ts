import type { ListedRoute } from '../gateway/route-list.ts';

const HEAD = `# Routes

Generated from the routes that the service registers (\`npm run docs:generate\`): each URL with its method, its file, and
the credential it requires. Assets aren't listed, because their URLs change with their content. \`/demo/checkout\` and
\`/inspector/{id}\` exist only while the demo runs: \`npm start\` sets it up on an empty embedded database.

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
