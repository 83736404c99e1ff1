import { ALSO, ELSEWHERE } from './elsewhere.ts';
import type { CheckResult, Counts, Result } from './result.ts';

/** A few lines for the terminal: each check, and what broke. */
export function summaryOf(result: Result): string {
  return [`\n${headOf(result)}`, ...result.checks.map(lineOf)].join('\n');
}

function headOf({ stormSeconds, kills, faults, requestsPerSecond }: Result): string {
  const count = Object.values(faults).reduce((total, number) => total + number, 0);
  return `${stormSeconds} s, ${kills} kills, ${count} faults, ${requestsPerSecond} requests a second`;
}

type Verdict = 'held' | 'BROKEN' | 'not met';

/** A check that met no case shows nothing. */
function verdictOf({ cases, faultCount }: CheckResult): Verdict {
  if (faultCount > 0) return 'BROKEN';
  return cases > 0 ? 'held' : 'not met';
}

function lineOf(check: CheckResult): string {
  const { invariant, promise, cases, faults } = check;
  const shown = faults.map((fault) => `\n         ${fault}`).join('');
  return `${verdictOf(check).padEnd(7)} ${String(invariant).padStart(2)} ${promise} (${cases})${shown}`;
}

/** `docs/proof.md`, from the result of one run; the note tells what was done to it by hand. */
export function proofPage(result: Result, note = ''): string {
  const { startedAt, seed, minutes, renewals, machine, database, checks } = result;
  const options = `--minutes ${minutes} --seed ${seed} --renewals ${renewals}`;
  return `# Proof under faults

Written by \`npm run chaos\` with \`${options}\`; no figure in it is written by hand.

- **When**: ${startedAt}, seed ${seed}. The seed repeats the plan, not the interleaving.
- **Where**: ${machine}; ${database}. Everything on one machine, nothing leaves it.
- **How long**: ${headOf(result)}.
- **Verdict**: ${sumUp(checks)}.${note && `\n- **Note**: ${note}`}

Two API processes behind a balancer and two workers, each on its own way to PostgreSQL, were started
again whenever they ended. A dozen merchants opened shops, sold, refunded, subscribed, changed plans,
moved test clocks, added and removed webhooks and deleted keys; a part of all requests was hostile. Every
write carried an idempotency key, was sent again with it while its answer was missing, and was noted with
its answer in a journal of the run. Of six receivers of webhooks one behaved; the others were slow, failed,
hung, closed the connection or answered with megabytes. After the last fault the run let everything due be done,
then compared the database, the journal, what the receivers got, what the sandbox provider has in its own
books, and what the processes printed.

## Invariants

"Cases" says how many things a check looked at. A check that met none shows nothing and says so.

| | Promise | Cases | Verdict |
|---|---|---|---|
${checks.map(rowOf).join('\n')}
${detailsOf(checks)}
Where the figure itself, or the part that a run cannot show, is shown:

| | Test |
|---|---|
${testsOf().join('\n')}

## Faults

${tableOf('Fault', result.faults)}

Kills: ${result.kills} (\`SIGKILL\`, and \`killed at COMMIT\` where a COMMIT came by).${noPartition(result)}

## What was met on the way

${tableOf('Path', result.paths)}

${tableOf('Delivery attempts', result.attempts)}

${tableOf('Charges at the sandbox, by card and end', result.charges)}

## Requests

${tableOf('Status', result.requestsByStatus)}

${tableOf('Writes with a key', result.writes)}

${tableOf('Steps and hostile requests', result.steps)}
`;
}

/** Such as `50 of 53 checks held, 3 met no case`. */
function sumUp(checks: readonly CheckResult[]): string {
  const count = (verdict: Verdict) => checks.filter((one) => verdictOf(one) === verdict).length;
  const broken = count('BROKEN') > 0 ? `, ${count('BROKEN')} are broken` : '';
  const unmet = count('not met') > 0 ? `, ${count('not met')} met no case` : '';
  return `${count('held')} of ${checks.length} checks held${broken}${unmet}`;
}

function rowOf(check: CheckResult): string {
  const { invariant, promise, cases } = check;
  const verdict = verdictOf(check);
  return `| ${invariant} | ${promise} | ${cases} | ${verdict === 'held' ? verdict : `**${verdict}**`} |`;
}

function noPartition({ faults }: Result): string {
  if (faults['network partition']) return '';
  return '\nNo network partition: the machine allows no network namespaces, or none came by.';
}

function detailsOf(checks: readonly CheckResult[]): string {
  const broken = checks.filter(({ faultCount }) => faultCount > 0);
  if (broken.length === 0) return '';
  const lines = broken.flatMap(({ promise, faultCount, faults }) => [
    `\n${promise}: ${faultCount}`,
    ...faults.map((fault) => `- \`${fault}\``),
  ]);
  return `${lines.join('\n')}\n`;
}

function testsOf(): string[] {
  const rows = [
    ...Object.entries(ELSEWHERE).map(([number, [promise, ...files]]) => {
      return [
        Number(number),
        `${promise}: ${files.map((file) => `\`${file}\``).join(', ')}`,
      ] as const;
    }),
    ...Object.entries(ALSO).map(([number, file]) => [Number(number), `\`${file}\``] as const),
  ];
  return rows
    .sort(([one], [other]) => one - other)
    .map(([number, text]) => `| ${number} | ${text} |`);
}

function tableOf(title: string, counts: Counts): string {
  const rows = Object.entries(counts).map(([name, count]) => `| ${cellOf(name)} | ${count} |`);
  return [`| ${title} | Count |`, '|---|---|', ...rows].join('\n');
}

function cellOf(name: string): string {
  return name.replace(/^(step|hostile): /, '$1: ').replaceAll('|', '\\|');
}
