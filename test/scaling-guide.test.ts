import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../src/database/database.ts';
import { type Distribution, planDistribution } from '../src/database/distribution.ts';
import { needs } from './support/needs.ts';
import { openTestDatabase, type TestDatabase } from './support/test-database.ts';

const guide = readFileSync(join(import.meta.dirname, '../docs/guides/scaling.md'), 'utf8');

/** Runs on any engine: the plan is read from the schema and needs no cluster. */
describe('the plan to distribute the tables over nodes', () => {
  let test: TestDatabase;
  let plan: Distribution;

  beforeAll(async () => {
    test = await openTestDatabase();
    plan = await planDistribution(test.database);
  });
  afterAll(() => test.close());

  it('matches the guide', () => {
    const [ofStores, rest] = halves('**Spread by `store_id`', '**Copied to every node**');
    const [copied, last] = halves('**Copied to every node**', '**On the coordinator**', rest);
    const [onCoordinator] = halves('**On the coordinator**', '`test/scaling-guide.test.ts`', last);
    expect(namedIn(ofStores)).toEqual(plan.ofStores);
    expect(namedIn(copied).sort()).toEqual([...plan.copied].sort());
    expect(new Set(namedIn(onCoordinator))).toEqual(new Set(plan.onCoordinator));
  });

  it("finds no key and no foreign key between stores' rows that omits the store", () => {
    expect(plan.obstacles).toEqual([]);
  });

  it('drops foreign keys between distributed tables before distributing them, and recreates them after', () => {
    const place = (text: string) => plan.statements.findIndex((line) => line.includes(text));
    const name = 'orders_product_id_fkey';
    expect(place(`drop constraint ${name}`)).toBeLessThan(
      place("create_distributed_table('orders'"),
    );
    const made = plan.statements.findIndex((line) => line.includes(`add constraint ${name}`));
    expect(made).toBeGreaterThan(place("create_distributed_table('product'"));
    expect(plan.statements[made]).not.toContain('NOT VALID');
    expect(place("create_reference_table('store')")).toBeLessThan(
      place('create_distributed_table'),
    );
  });

  it('keeps triggers from counting copied rows again', () => {
    const place = (text: string) => plan.statements.findIndex((line) => line.includes(text));
    const copied = place("create_distributed_table('refund_ticket'");
    expect(place('drop trigger refund_ticket_claims on')).toBeLessThan(copied);
    expect(place('CREATE TRIGGER refund_ticket_claims')).toBeGreaterThan(copied);
  });

  // A cluster refuses the index itself.
  it('reports a key without the store', needs('one-server'), async () => {
    await expect(
      test.database.transaction(async (tx) => {
        await tx.query(sql`create unique index note_once on note (text)`);
        await tx.query(sql`alter table note add constraint note_of_order
          unique (order_id, store_id, email)`);
        throw new Error((await planDistribution(tx)).obstacles.join());
      }),
    ).rejects.toThrow(/^note: note_once$/);
  });
});

/** The text between two markers, and the text after the second. */
function halves(start: string, end: string, text = guide): [string, string] {
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  return [text.slice(from, to), text.slice(to)];
}

/** Names in backquotes, without the column's. */
function namedIn(text: string): string[] {
  const names = [...text.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name as string);
  return [...new Set(names.filter((name) => name !== 'store_id'))];
}
