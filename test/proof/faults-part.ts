import { mergeCounts, sumOf } from './chaos/merge-results.ts';
import { sumUp } from './chaos/report.ts';
import type { Counts, Result } from './chaos/result.ts';
import type { Results } from './proof-page.ts';

/** One row per run: when, where, how long, and its result. */
export function runsOf({ faults, cluster, failover, asynchronous }: Results): string {
  const rows = [
    ...faults.map((result) => rowOf(result, `faults, ${result.minutes} minutes`)),
    ...cluster.map((result) => rowOf(result, `faults on a cluster, ${result.minutes} minutes`)),
    ...failover.map((result) => rowOf(result, 'takeovers, synchronous standby')),
    ...asynchronous.map((result) =>
      rowOf(result, '[takeovers, asynchronous](#asynchronous-replication)'),
    ),
  ];
  const machines = [...faults, ...cluster, ...failover, ...asynchronous].map(
    ({ machine, database }) => `${machine}; ${database}`,
  );
  return `| Run | Seed | Started | Seconds | Kills | Faults | Requests per second | Verdict |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}

${[...new Set(machines)].map((machine) => `- ${machine}`).join('\n')}`;
}

function rowOf(result: Result, kind: string): string {
  const { seed, startedAt, stormSeconds, kills, requestsPerSecond, checks } = result;
  const faults = sumOf(Object.values(result.faults));
  const cells = [kind, seed, startedAt, stormSeconds, kills, faults, requestsPerSecond];
  return `| ${cells.join(' | ')} | ${sumUp(checks)} |`;
}

export function faultsPart(results: readonly Result[]): string {
  if (results.length === 0) return '';
  const counts = mergeCounts(results.map(({ faults }) => faults));
  const isWithout = !counts['network partition'];
  const none =
    '\nNo network partition: the machine allows no network namespaces, or none was drawn.';
  return `## Faults of one server and its processes

\`npm run chaos -- --minutes ${results[0]?.minutes} --renewals ${results[0]?.renewals} --seed ${results.map(({ seed }) => seed)} --report\`:
each process has its own connection to the server, which is cut and delayed, and is restarted when it exits.

${tableOf('Fault', counts)}

Kills: ${sumOf(results.map(({ kills }) => kills))} (\`SIGKILL\`, and \`killed at COMMIT\` if a COMMIT occurred).${isWithout ? none : ''}`;
}

/** The same faults on a Citus cluster, and those of its nodes. */
export function clusterPart(results: readonly Result[]): string {
  if (results.length === 0) return '';
  const counts = mergeCounts(results.map(({ faults }) => faults));
  return `## Faults of a cluster

\`npm run chaos -- --cluster --minutes ${results[0]?.minutes} --seed ${results.map(({ seed }) => seed)} --report\`: a Citus
[cluster](guides/scaling.md#many-machines) of a coordinator and two nodes, with the stores spread over the nodes. The
service connects to the coordinator, and \`database\` in the table is the coordinator. The nodes are killed, too, for one
to five seconds. All checks ran on the distributed database.

${tableOf('Fault', counts)}`;
}

/** Counters summed over all runs. */
export function countsPart(results: readonly Result[]): string {
  const sum = (of: (result: Result) => Counts) => mergeCounts(results.map(of));
  return `## Coverage

Sums over all runs in the table of invariants.

${tableOf(
  'Path',
  sum(({ paths }) => paths),
)}

${tableOf(
  'Delivery attempts',
  sum(({ attempts }) => attempts),
)}

${tableOf(
  'Charges at the sandbox, by card and outcome',
  sum(({ charges }) => charges),
)}

## Requests

${tableOf(
  'Status',
  sum(({ requestsByStatus }) => requestsByStatus),
)}

${tableOf(
  'Writes with a key',
  sum(({ writes }) => writes),
)}

${tableOf(
  'Steps and hostile requests',
  sum(({ steps }) => steps),
)}`;
}

function tableOf(title: string, counts: Counts): string {
  const rows = Object.entries(counts).map(
    ([name, count]) => `| ${name.replaceAll('|', '\\|')} | ${count} |`,
  );
  return [`| ${title} | Count |`, '|---|---|', ...rows].join('\n');
}
