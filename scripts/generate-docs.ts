// `npm run docs:generate`: writes the reference files that are derived from the code.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renderEnvExample, renderSettingsPage } from '../src/reference/settings-reference.ts';

const root = dirname(import.meta.dirname);

mkdirSync(join(root, 'docs', 'reference'), { recursive: true });
writeFileSync(join(root, '.env.example'), renderEnvExample());
writeFileSync(join(root, 'docs', 'reference', 'settings.md'), renderSettingsPage());
