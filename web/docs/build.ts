// Writes the documentation to the given folder: `tsx web/docs/build.ts <folder>`.
import { mkdirSync } from 'node:fs';
import { makeSite } from './site/make-site.ts';
import { writeSite } from './site/write-site.ts';

const [folder = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
writeSite(await makeSite(), folder);
