import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { sql } from '../../src/database/database.ts';
import { readQueues } from '../../src/worker/queue.queries.ts';
import { makeMerchant, makeStore } from '../support/merchant.ts';
import { root } from '../support/service-process.ts';
import { useTestApp } from '../support/test-app.ts';
import { emit, makeWebhook } from '../support/webhook.ts';

const test = useTestApp();
const deploy = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');
/** Prometheus makes it itself, for every target. */
const OF_PROMETHEUS = ['up'];

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: Readonly<Record<string, string>>;
}

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

describe('dashboard and alerts', () => {
  it('name no metric that /metrics does not have', async () => {
    const served = await metricTypes();
    const named = [...alerts(), ...panels()].flatMap(({ expr }) => metricsIn(expr));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !OF_PROMETHEUS.includes(name) && !served.has(name))).toEqual([]);
  });

  it('lead from every alert to a heading of the runbook', () => {
    const runbook = readFileSync(join(root, 'docs', 'runbook.md'), 'utf8');
    const headings = [...runbook.matchAll(/^## (.+)$/gm)].map(
      ([, text]) => `docs/runbook.md#${text?.toLowerCase().replaceAll(' ', '-')}`,
    );
    const missing = alerts().filter(
      ({ annotations }) => !headings.includes(annotations.runbook ?? ''),
    );
    expect(missing.map(({ alert }) => alert)).toEqual([]);
  });
});

describe('queues in /metrics', () => {
  it('show how much is due and since when', async () => {
    const merchant = await makeMerchant(test);
    const store = await makeStore(merchant);
    await makeWebhook(merchant, store.id, 'http://127.0.0.1:9/');
    await emit(test, store.id);
    test.clock.advance(600_000);
    const text = await metricsText();
    expect(figureOf(text, 'tillgate_queue_due{queue="webhook_delivery"}')).toBe(1);
    const age = figureOf(text, 'tillgate_queue_oldest_due_age_seconds{queue="webhook_delivery"}');
    expect(age).toBeGreaterThan(590);
    expect(age).toBeLessThan(660);
    expect(figureOf(text, 'tillgate_queue_due{queue="renewal"}')).toBe(0);
    expect(figureOf(text, 'tillgate_database_up')).toBe(1);
  });

  it('count nothing that a worker has in hand', async () => {
    const due = () => readQueues(test.database, test.clock.now(), 10);
    const before = (await due()).find(({ queue }) => queue === 'webhook_delivery');
    expect(before?.due).toBe(1);
    const until = new Date(test.clock.now().getTime() + 60_000);
    await test.database.query(sql`update webhook_delivery set leased_until = ${until}`);
    expect((await due()).find(({ queue }) => queue === 'webhook_delivery')?.due).toBe(0);
  });
});

async function metricsText(): Promise<string> {
  return (await fetch(`${test.baseUrl}/metrics`)).text();
}

/** The names under which something can be asked for: a histogram has three. */
async function metricTypes(): Promise<Set<string>> {
  const types = [...(await metricsText()).matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name as string],
    ),
  );
}

function figureOf(text: string, series: string): number {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return Number(line?.slice(series.length));
}

function alerts(): readonly Alert[] {
  return parse(deploy('prometheus/alerts.yml')).groups.flatMap(
    (group: { rules: readonly Alert[] }) => group.rules,
  );
}

function panels(): readonly { readonly expr: string }[] {
  const { panels: all } = JSON.parse(deploy('grafana/tillgate.json'));
  return all.flatMap(({ targets }: Panel) => targets);
}

/** Words of an expression that are no label, function, variable or text. */
function metricsIn(expr: string): string[] {
  const bare = expr
    .replace(/\{[^}]*\}/g, '')
    .replace(/by \([^)]*\)/g, '')
    .replace(/\[[^\]]*\]/g, '');
  return [...bare.matchAll(/[a-z_]\w*(?!\w*\s*\()/g)].map(([name]) => name).filter(isMetric);
}

function isMetric(word: string): boolean {
  return word === 'up' || /^(tillgate|nodejs|process)_/.test(word);
}
