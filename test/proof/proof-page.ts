import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALSO, ELSEWHERE } from './chaos/elsewhere.ts';
import { mergeChecks } from './chaos/merge-results.ts';
import { verdictOf } from './chaos/report.ts';
import type { CheckResult, Result } from './chaos/result.ts';
import { asynchronousPart, takeoversPart } from './failover/report.ts';
import { countsPart, faultsPart, runsOf } from './faults-part.ts';
import { drawPlots, soakPart } from './soak/report.ts';
import type { SoakResult } from './soak/run.ts';

const PROJECT = join(import.meta.dirname, '..', '..');
const RESULTS = join(import.meta.dirname, 'results');
const SOAK = join(RESULTS, 'soak.json');
const KINDS = ['faults', 'failover', 'asynchronous'] as const;
export type Kind = (typeof KINDS)[number];

/** Keeps the results in the place of earlier ones of the kind, and rewrites the page. */
export function keepResults(kind: Kind, results: readonly Result[]): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(fileOf(kind), `${JSON.stringify(results, null, 2)}\n`);
  writeProof();
}

function fileOf(kind: Kind): string {
  return join(RESULTS, `${kind}.json`);
}

function readResults(kind: Kind): readonly Result[] {
  return existsSync(fileOf(kind)) ? JSON.parse(readFileSync(fileOf(kind), 'utf8')) : [];
}

export function keepSoak(result: SoakResult): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(SOAK, `${JSON.stringify(result)}\n`);
  drawPlots(join(PROJECT, 'docs', 'plots'), result);
  writeProof();
}

function readSoak(): SoakResult | null {
  return existsSync(SOAK) ? JSON.parse(readFileSync(SOAK, 'utf8')) : null;
}

/** Rewrites `docs/proof.md` from the kept results. */
export function writeProof(): void {
  const [faults, failover, lossy] = KINDS.map(readResults) as [Result[], Result[], Result[]];
  const parts = [HEAD, runsOf(faults, failover, lossy), HOW, checksPart(faults, failover)];
  parts.push(faultsPart(faults), takeoversPart(failover), asynchronousPart(lossy));
  parts.push(soakPart(readSoak()));
  parts.push(countsPart([...faults, ...failover]));
  const text = parts.filter((part) => part !== '').join('\n\n');
  writeFileSync(join(PROJECT, 'docs', 'proof.md'), `${text.trimEnd()}\n`);
}

const HEAD = `# Proof under faults

Written by \`npm run chaos\` and \`npm run soak\`; no figure in it is written by hand. Each run starts everything it needs on one
machine, and nothing leaves it. A seed repeats the plan, not the interleaving.`;

const HOW = `Two API processes and two workers served a dozen merchants, who opened shops, sold, refunded, subscribed, changed
plans, moved test clocks, added and removed webhooks and deleted keys; a part of all requests was hostile. Every
write carried an idempotency key, was sent again with it while its answer was missing, and was noted with
its answer in a journal of the run. Of six receivers of webhooks one behaved; the others were slow, failed,
hung, closed the connection or answered with megabytes. After the last fault the run let everything due be done,
then compared the database, the journal, what the receivers got, what the sandbox provider has in its own
books, and what the processes printed. What is still open when ten minutes have passed is a finding.`;

function checksPart(faults: readonly Result[], failover: readonly Result[]): string {
  const under = mergeChecks(faults);
  const during = mergeChecks(failover);
  const promises = [...new Map([...during, ...under].map((one) => [one.promise, one])).values()];
  const rows = promises
    .sort((one, other) => one.invariant - other.invariant)
    .map(({ invariant, promise }) => {
      const cells = [under, during].map((checks) => cellOf(checks, promise));
      return `| ${invariant} | ${promise} | ${cells.join(' | ')} |`;
    });
  return `## Invariants

The number is how many things a check looked at. A check that met none shows nothing and says so.

| | Promise | Under faults | In takeovers |
|---|---|---|---|
${rows.join('\n')}
${[...detailsOf(under), ...detailsOf(during)].join('\n')}
Where the figure itself, or the part that a run can't show, is shown:

| | Test |
|---|---|
${testsOf().join('\n')}`;
}

function cellOf(checks: readonly CheckResult[], promise: string): string {
  const check = checks.find((one) => one.promise === promise);
  if (!check) return '';
  const verdict = verdictOf(check);
  return `${check.cases} ${verdict === 'held' ? verdict : `**${verdict}**`}`;
}

function detailsOf(checks: readonly CheckResult[]): string[] {
  const broken = checks.filter(({ faultCount }) => faultCount > 0);
  return broken.flatMap(({ promise, faultCount, faults }) => [
    `\n${promise}: ${faultCount}`,
    '',
    ...faults.map((fault) => `- \`${fault}\``),
    '',
  ]);
}

function testsOf(): string[] {
  const rows = [
    ...Object.entries(ELSEWHERE).map(([number, [promise, ...files]]) => {
      const named = files.map((file) => `\`${file}\``).join(', ');
      return [Number(number), `${promise}: ${named}`] as const;
    }),
    ...Object.entries(ALSO).map(([number, file]) => [Number(number), `\`${file}\``] as const),
  ];
  return rows
    .sort(([one], [other]) => one - other)
    .map(([number, text]) => `| ${number} | ${text} |`);
}
