// `npm run bench:report`: regenerates docs/performance.md and its plots from bench/results.json.
import { writeReport } from './page.ts';

writeReport();
