import fc from 'fast-check';
import { expect, it } from 'vitest';
import { APPROVED_CARD, DECLINED_CARD, type Shop } from '../../../test/support/selling.ts';
import {
  advanceTo,
  callOnOrder,
  DAY_MS,
  eventTypesOfOrder,
  makeClub,
  replaceCard,
  retire,
  stateOf,
  storeTime,
  subscribe,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp();
/** Set `MODEL_RUNS=2000 MODEL_COMMANDS=40` for the full run. */
const RUNS = Number(process.env.MODEL_RUNS ?? 100);
const COMMANDS = Number(process.env.MODEL_COMMANDS ?? 15);
const RETRY_DAYS = [1, 3, 5, 7];
const TRIAL_DAYS = 10;

/** A model of a weekly subscription, in whole days since the run began. */
class Model {
  day = 0;
  status = 'active';
  period = 0;
  periodEnd = TRIAL_DAYS;
  due: number | null = TRIAL_DAYS;
  attempts = 0;
  firstFailed = 0;
  unpaid = false;
  pays = true;
  readonly charged: number[] = [];
  readonly events = ['activated'];
  private readonly months = new Set<string>();
  private readonly start: Date;

  constructor(start: Date) {
    this.start = start;
  }

  at(day: number): Date {
    return new Date(this.start.getTime() + day * DAY_MS);
  }

  advance(days: number): void {
    const to = this.day + days;
    while (this.due !== null && this.due <= to) {
      this.day = Math.max(this.day, this.due);
      this.step();
    }
    this.day = to;
  }

  private step(): void {
    const current = Math.floor((this.day - TRIAL_DAYS) / 7) + 1;
    if (this.status === 'canceling') this.end();
    else if (this.pays) this.renew(Math.max(this.period + 1, current));
    else if (this.attempts === 4) this.giveUp();
    else this.remind();
  }

  private remind(): void {
    if (this.attempts === 0) this.firstFailed = this.day;
    const planned = this.firstFailed + (RETRY_DAYS[this.attempts] as number);
    this.attempts += 1;
    this.status = 'past_due';
    this.due = Math.max(planned, this.day + 1);
    this.recordOverdueMonth();
  }

  private giveUp(): void {
    this.recordOverdueMonth();
    this.end();
  }

  private recordOverdueMonth(): void {
    const month = this.at(this.day).toISOString().slice(0, 7);
    if (!this.months.has(month)) this.events.push('past_due');
    this.months.add(month);
  }

  private renew(period: number): void {
    this.events.push('payment_succeeded', 'renewed');
    if (this.status === 'past_due') this.events.push('recovered');
    this.charged.push(period);
    Object.assign(this, { status: 'active', period, attempts: 0 });
    this.periodEnd = TRIAL_DAYS + 7 * period;
    this.due = this.periodEnd;
  }

  private end(): void {
    this.status = 'canceled';
    this.due = null;
    this.events.push('canceled');
  }

  cancel(): string {
    if (this.status !== 'active' && this.status !== 'past_due') {
      return `Subscription cannot be canceled, current status: ${this.status}`;
    }
    this.unpaid = this.status === 'past_due';
    this.due = this.unpaid ? this.day : this.periodEnd;
    this.status = 'canceling';
    this.events.push('canceling');
    return 'canceling';
  }

  reactivate(): string {
    if (this.status === 'past_due' || (this.status === 'canceling' && this.unpaid)) {
      return 'Subscription with an unpaid balance cannot be reactivated';
    }
    if (this.status !== 'canceling') {
      return `Subscription cannot be reactivated, current status: ${this.status}`;
    }
    this.status = 'active';
    this.due = this.periodEnd;
    this.events.push('uncanceled');
    return 'active';
  }
}

type Command = readonly ['advance', number] | readonly ['cancel' | 'reactivate' | 'card' | 'work'];

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(fc.constant('advance' as const), fc.integer({ min: 0, max: 16 })),
  },
  { weight: 1, arbitrary: fc.constant(['cancel'] as const) },
  { weight: 2, arbitrary: fc.constant(['reactivate'] as const) },
  { weight: 2, arbitrary: fc.constant(['card'] as const) },
  { weight: 1, arbitrary: fc.constant(['work'] as const) },
);

it(`a subscription follows its model: ${RUNS} runs`, { timeout: RUNS * 10_000 }, async () => {
  const club = await makeClub(test, {
    billingPeriod: 'weekly',
    metadata: { trialDays: TRIAL_DAYS },
  });
  const runs = fc.array(command, { minLength: 3, maxLength: COMMANDS });
  await fc.assert(
    fc.asyncProperty(runs, (commands) => follow(club, commands)),
    { numRuns: RUNS, endOnFailure: true },
  );
});

async function follow(club: Shop, commands: readonly Command[]): Promise<void> {
  const start = new Date(Math.ceil((await storeTime(club)).getTime() / DAY_MS) * DAY_MS);
  await advanceTo(club, start);
  const buyer = crypto.randomUUID();
  const orderId = await subscribe(club, { buyer });
  const model = new Model(start);
  for (const given of commands) {
    await take(given, model, { club, orderId, buyer });
    const { status, periodNumber, charged } = await stateOf(club, orderId);
    expect({ status, periodNumber, charged }).toEqual({
      ...{ status: model.status, periodNumber: model.period, charged: model.charged },
    });
  }
  expect(await eventTypesOfOrder(club, orderId)).toEqual(model.events);
  await retire(club, orderId);
}

async function take(
  [name, days]: Command,
  model: Model,
  { club, orderId, buyer }: { club: Shop; orderId: string; buyer: string },
): Promise<void> {
  if (name === 'advance') {
    model.advance(days as number);
    await advanceTo(club, model.at(model.day));
  } else if (name === 'work') {
    model.advance(0);
    await test.app.worker.runOnce();
  } else if (name === 'card') {
    model.pays = !model.pays;
    await replaceCard(club, orderId, model.pays ? APPROVED_CARD : DECLINED_CARD);
  } else {
    const { body } = await callOnOrder(club, `${name}-order`, orderId, buyer);
    expect(body.errors?.[0].message ?? body.data.status).toBe(model[name]());
  }
}
