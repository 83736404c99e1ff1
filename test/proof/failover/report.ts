import type { Takeover } from '../chaos/fault-log.ts';
import { groupBy } from '../chaos/group.ts';
import { mergeChecks, sumOf } from '../chaos/merge-results.ts';
import { verdictOf } from '../chaos/report.ts';
import type { Result } from '../chaos/result.ts';

const LOST = 'Every acknowledged answer is stored with its key, as it was given';

/** How the primary was lost, how long recovery took, and the results of the steady writes. */
export function takeoversPart(results: readonly Result[]): string {
  if (results.length === 0) return '';
  const takeovers = takeoversOf(results);
  const { seconds, begun, acknowledged, heldBack, asked } = writesOf(results);
  const seeds = results.map(({ seed }) => seed);
  const each = results[0]?.failover?.takeovers.length;
  return `## Takeovers

\`npm run chaos -- --failover --takeovers ${each} --renewals ${results[0]?.renewals} --seed ${seeds} --report\`: the cluster of
\`deploy/patroni\` with its synchronous standby, each server with its own network and disk. The service connects
to both servers through \`DATABASE_URL\`. Its processes aren't disturbed.

In addition to the merchants' work: a target of ${asked} signed writes per second, ${Math.round(begun / seconds)} per second
started, takeovers included (while no server accepts writes, at most 150 writes wait and further ones are skipped: ${heldBack}),
and ${acknowledged} of ${begun} acknowledged in the end.

${tableOf(takeovers)}`;
}

/** The same without synchronous mode: what was lost. */
export function asynchronousPart(results: readonly Result[]): string {
  if (results.length === 0) return '';
  const takeovers = takeoversOf(results);
  const checks = mergeChecks(results);
  const lost = checks.find(({ promise }) => promise === LOST);
  const broken = checks.filter((check) => verdictOf(check) === 'BROKEN');
  const rows = broken.map(
    ({ invariant, promise, faultCount, cases }) =>
      `| ${invariant} | ${promise} | ${faultCount} of ${cases} |`,
  );
  const seeds = results.map(({ seed }) => seed);
  return `## Asynchronous replication

\`npm run chaos -- --asynchronous --takeovers ${results[0]?.failover?.takeovers.length} --renewals ${results[0]?.renewals} --seed ${seeds} --report\`: the same
cluster with \`synchronous_mode: false\`, which is Patroni's default but not the recipe's setting.
In ${takeovers.length} takeovers it lost **${lost?.faultCount ?? 0} of ${lost?.cases ?? 0} acknowledged writes**.

| | Broken | Findings |
|---|---|---|
${rows.join('\n')}

${tableOf(takeovers)}`;
}

function takeoversOf(results: readonly Result[]): Takeover[] {
  return results.flatMap(({ failover }) => failover?.takeovers ?? []);
}

function writesOf(results: readonly Result[]) {
  const counts = results.flatMap(({ failover }) => (failover ? [failover.steady] : []));
  return {
    asked: results[0]?.failover?.writesPerSecond,
    seconds: sumOf(results.map(({ stormSeconds }) => stormSeconds)),
    begun: sumOf(counts.map(({ begun }) => begun)),
    acknowledged: sumOf(counts.map(({ acknowledged }) => acknowledged)),
    heldBack: sumOf(counts.map(({ heldBack }) => heldBack)),
  };
}

function tableOf(takeovers: readonly Takeover[]): string {
  const groups = groupBy(takeovers, ({ kind }) => kind);
  const rows = [...groups].map(([kind, same]) => rowOf(kind, same));
  return `| The primary: | Takeovers | Promoted after, s | First write after the promotion, s | Standby again, s after its return |
|---|---|---|---|---|
${[...rows, rowOf('all', takeovers)].join('\n')}

Times are median and maximum. The first write is that of the last API process to acknowledge one.`;
}

function rowOf(kind: string, same: readonly Takeover[]): string {
  const cells = [
    same.map(({ promotedMs }) => promotedMs),
    same.map(({ writtenMs }) => writtenMs),
    same.flatMap(({ wholeMs }) => (wholeMs === null ? [] : [wholeMs])),
  ].map(rangeOf);
  return `| ${kind} | ${same.length} | ${cells.join(' | ')} |`;
}

function rangeOf(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return `${inSeconds(middle)}, ${inSeconds(sorted.at(-1) ?? 0)}`;
}

function inSeconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
