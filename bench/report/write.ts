// `npm run bench:report`: writes docs/performance.md and its plots anew from bench/results.json.
import { writeReport } from './page.ts';

writeReport();
