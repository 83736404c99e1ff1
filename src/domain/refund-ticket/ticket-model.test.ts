import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectSoundBooks } from '../../../test/support/books.ts';
import type { Reply } from '../../../test/support/merchant.ts';
import {
  asBuyer,
  changeBehavior,
  makeSale,
  refundsOf,
  type Sale,
  sendBackRefund,
  ticketBody,
} from '../../../test/support/refunding.ts';
import { makeShop, type Shop } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import type { RefundTicketStatus } from '../refund/refund-ticket.states.ts';

const test = useTestApp();
/** More for a long run: `MODEL_RUNS=2000`. */
const RUNS = Number(process.env.MODEL_RUNS ?? 15);
const MAX_COMMANDS = 40;
const CHARGED = 990;
const TIMEOUT_MS = 60_000 + RUNS * 4_000;

interface ModelTicket {
  status: RefundTicketStatus;
  minor: number;
  version: number;
  isCustomers: boolean;
}
interface Model {
  readonly tickets: ModelTicket[];
  /** Whether the provider refuses refunds at the moment. */
  failing: boolean;
}
interface Real {
  readonly sale: Sale;
  readonly ids: string[];
}

const isOpen = ({ status }: ModelTicket) => !['rejected', 'returned', 'failed'].includes(status);
const claimed = ({ tickets }: Model) =>
  tickets.filter(isOpen).reduce((sum, { minor }) => sum + minor, 0);
const amountOf = (minor: number) => (minor / 100).toFixed(2);

type Command = fc.AsyncCommand<Model, Real>;

/** Anyone requests a refund, which is granted exactly if that much is left. */
function create(isCustomers: boolean, minor: number): Command {
  return {
    check: () => true,
    run: async (model, real) => {
      const fits = claimed(model) + minor <= CHARGED;
      const body = ticketBody(real.sale, amountOf(minor));
      const reply = await call(real, 'create-ticket', body, isCustomers);
      expect(reply.status).toBe(fits ? 200 : 400);
      if (!fits) return;
      const status = isCustomers ? 'pending' : 'processing';
      expect(reply.body.data.ticket.status).toBe(status);
      real.ids.push(reply.body.data.ticket.id);
      model.tickets.push({ status, minor, version: 1, isCustomers });
    },
    toString: () => `create(${isCustomers ? 'customer' : 'merchant'}, ${minor})`,
  };
}

/** The merchant decides; only pending tickets can be decided. */
function review(index: number, decision: 'approve' | 'reject' | 'return'): Command {
  const ends = { approve: 'processing', reject: 'rejected', return: 'returned' } as const;
  return {
    check: ({ tickets }) => tickets.length > 0,
    run: async (model, real) => {
      const [ticket, ticketId] = picked(model, real, index);
      const reply = await call(real, 'review-ticket', { ticketId, decision }, false);
      expect(reply.status).toBe(ticket.status === 'pending' ? 200 : 400);
      if (ticket.status === 'pending') ticket.status = ends[decision];
    },
    toString: () => `review(${index}, ${decision})`,
  };
}

/** Either resubmits, only what was refused or failed, and only for what is left. */
function resubmit(index: number, isCustomers: boolean, minor: number): Command {
  return {
    check: ({ tickets }) => tickets.length > 0,
    run: async (model, real) => {
      const [ticket, ticketId] = picked(model, real, index);
      const body = { ...ticketBody(real.sale, amountOf(minor)), ticketId };
      const reply = await call(real, 'resubmit-ticket', body, isCustomers);
      const isStranger = isCustomers && !ticket.isCustomers;
      const isLegal = !isOpen(ticket) && claimed(model) + minor <= CHARGED;
      expect(reply.status).toBe(isStranger ? 404 : isLegal ? 200 : 400);
      if (isStranger || !isLegal) return;
      ticket.status = isCustomers ? 'pending' : 'processing';
      ticket.minor = minor;
      ticket.version += 1;
    },
    toString: () => `resubmit(${index}, ${isCustomers ? 'customer' : 'merchant'}, ${minor})`,
  };
}

/** The worker runs; everything in `processing` ends. */
const work: Command = {
  check: () => true,
  run: async (model) => {
    await test.app.worker.runOnce();
    for (const ticket of model.tickets) {
      if (ticket.status === 'processing') ticket.status = model.failing ? 'failed' : 'succeeded';
    }
  },
  toString: () => 'work',
};

/** The provider starts or stops refusing refunds. */
const turnProvider: Command = {
  check: () => true,
  run: async (model, real) => {
    model.failing = !model.failing;
    await changeBehavior(test, real.sale, model.failing ? 'fail_refunds' : 'approve');
  },
  toString: () => 'turn provider',
};

/** The bank sends a ticket's refund back, if it succeeded. */
function sendBack(index: number): Command {
  return {
    check: ({ tickets }) => tickets.length > 0,
    run: async (model, real) => {
      const [ticket, ticketId] = picked(model, real, index);
      const isSentBack = await sendBackRefund(test, real.sale, ticketId);
      expect(isSentBack).toBe(ticket.status === 'succeeded');
      if (isSentBack) ticket.status = 'failed';
      await changeBehavior(test, real.sale, model.failing ? 'fail_refunds' : 'approve');
    },
    toString: () => `sendBack(${index})`,
  };
}

const pick = fc.nat(5);
const minor = fc.oneof(fc.integer({ min: 1, max: 600 }), fc.constant(CHARGED));
const COMMANDS: fc.Arbitrary<Command>[] = [
  fc.tuple(fc.boolean(), minor).map(([customers, amount]) => create(customers, amount)),
  fc
    .tuple(pick, fc.constantFrom('approve' as const, 'reject' as const, 'return' as const))
    .map(([which, decision]) => review(which, decision)),
  fc
    .tuple(pick, fc.boolean(), minor)
    .map(([which, customers, amount]) => resubmit(which, customers, amount)),
  fc.constant(work),
  fc.constant(turnProvider),
  pick.map(sendBack),
];

describe('the machine of refund tickets', () => {
  it(
    `makes no illegal move in ${RUNS} runs of up to ${MAX_COMMANDS} commands`,
    async () => {
      const shop = await makeShop(test);
      const property = fc.asyncProperty(
        fc.commands(COMMANDS, { maxCommands: MAX_COMMANDS, size: 'max' }),
        (commands) => check(shop, commands),
      );
      await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
      await expectSoundBooks(test);
    },
    TIMEOUT_MS,
  );
});

async function check(shop: Shop, commands: Iterable<Command>): Promise<void> {
  const real: Real = { sale: await makeSale(test, {}, shop), ids: [] };
  const model: Model = { tickets: [], failing: false };
  await fc.asyncModelRun(() => ({ model, real }), commands);
  const rows = await test.database.query(sql`
    select status, amount_minor::int as minor, version_number as version,
      submitter_identity is not null as "isCustomers"
    from refund_ticket where payment_id = ${decodeId('PAY', real.sale.paymentId)} order by id`);
  expect(rows).toEqual(model.tickets);
  const refunded = model.tickets
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, ticket) => sum + ticket.minor, 0);
  expect(await refundsOf(test, real.sale)).toMatchObject({ claimed: claimed(model), refunded });
}

function picked(model: Model, real: Real, index: number): [ModelTicket, string] {
  const place = index % model.tickets.length;
  return [model.tickets[place] as ModelTicket, real.ids[place] as string];
}

function call(real: Real, verb: string, body: unknown, isCustomers: boolean): Promise<Reply> {
  const path = `refund-ticket/${verb}`;
  return isCustomers ? asBuyer(real.sale, path, body) : real.sale.shop.merchant.call(path, body);
}
