// `npm run docs:generate`: writes the files that are derived from the code and its data.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { actions } from '../src/actions.ts';
import { COUNTRY_CODES } from '../src/domain/checkout/countries.ts';
import { gatewayErrors } from '../src/gateway/errors.ts';
import { actionsMarkdown, gatewayErrorsMarkdown } from '../src/reference/markdown.ts';
import { routesMarkdown } from '../src/reference/routes-markdown.ts';
import { renderEnvExample, renderSettingsPage } from '../src/reference/settings-reference.ts';
import { writeContractTables } from './contract-tables.ts';
import { writeEventFiles } from './event-tables.ts';
import { registeredRoutes } from './registered-routes.ts';
import { textTypes } from './text-types.ts';

const root = dirname(import.meta.dirname);

const files = {
  'docs/reference/routes.md': routesMarkdown((await registeredRoutes()).listed),
  '.env.example': renderEnvExample(),
  'docs/reference/settings.md': renderSettingsPage(),
  'docs/reference/actions.md': actionsMarkdown(actions),
  'docs/reference/errors.md': gatewayErrorsMarkdown(gatewayErrors),
  'web/dashboard/src/api/country-codes.ts': countryCodes(),
  ...textTypes(),
};

/** What the dashboard, which imports no code from the service, needs to know about countries. */
function countryCodes(): string {
  return `// Generated from src/domain/checkout/countries.ts (\`npm run docs:generate\`); change it there.

const CODES =
  '${COUNTRY_CODES.join(' ')}';

/** ISO 3166-1 alpha-2. */
export const COUNTRY_CODES: readonly string[] = CODES.split(' ');
`;
}

for (const folder of ['docs/reference', 'src/texts/types']) {
  mkdirSync(join(root, folder), { recursive: true });
}
for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);

writeEventFiles();

for (const row of writeContractTables()) {
  process.stderr.write(`docs/contract: fill in the "When" column: ${row}\n`);
}
