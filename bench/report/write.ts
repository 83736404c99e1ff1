// `npm run bench:report`: writes docs/performance.md and its plots again from bench/results.json.
import { writeReport } from './page.ts';

writeReport();
