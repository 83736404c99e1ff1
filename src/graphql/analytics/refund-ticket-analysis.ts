import { raw, sql } from '../../database/database.ts';
import type { ObjectType } from '../description.ts';
import { unitOf } from '../fields.ts';
import type { AnalysisRoot } from '../root-fields.ts';
import {
  AMOUNT,
  CURRENCY,
  columns,
  currencyOf,
  list,
  money,
  PERCENT,
  percent,
  row,
} from './figures.ts';
import { asRead, tableOf } from './of-nodes.ts';
import { GRANULARITY, periodsOf, utc } from './periods.ts';
import { ANALYSIS, conditions } from './rows.ts';

const HOURS = `extract(epoch from reviewed_at - created_at) / 3600`;
const hours = (share: number) =>
  raw(`round((percentile_cont(${share}) within group (order by ${HOURS}))::numeric, 2)::float8`);

const type: ObjectType = {
  name: 'RefundTicketAnalysis',
  description: 'Refund tickets created in the time range.',
  fields: {
    reasonDistribution: list(
      columns('TicketReason', 'Tickets with a reason.', {
        reason: ['String', 'The current version’s reason.'],
        count: ['Int', 'Number of tickets.'],
        totalAmount: ['String', `Amount requested. ${AMOUNT}`],
        percentage: ['Float', `Share of the tickets in the currency. ${PERCENT}`],
      }),
      'Tickets in the currency by reason, most frequent first.',
      (
        given,
      ) => sql`select reason, count(*) as count, ${money('sum(amount_minor)')} as "totalAmount",
          ${percent('count(*)', 'sum(count(*)) over ()')} as percentage
        from ticket where currency = ${currencyOf(given)} group by reason, unit order by 2 desc, 1`,
      CURRENCY,
    ),
    statusDistribution: list(
      columns('TicketStatus', 'Tickets with a status.', {
        status: ['String', 'The status.'],
        count: ['Int', 'Number of tickets.'],
        percentage: ['Float', `Share of the tickets. ${PERCENT}`],
      }),
      'Tickets by status, most frequent first.',
      () => sql`select status, count(*) as count,
          ${percent('count(*)', 'sum(count(*)) over ()')} as percentage
        from ticket group by status order by 2 desc, 1`,
    ),
    reviewEfficiency: row(
      columns('ReviewEfficiency', 'Hours from a version’s submission to its review.', {
        avgHours: ['Float', 'The average; null if none was reviewed.'],
        medianHours: ['Float', 'The median.'],
        p90Hours: ['Float', 'The 90th percentile, interpolated.'],
        totalReviewed: ['Int', 'Versions that were reviewed.'],
      }),
      'Duration of reviews.',
      () => sql`select round((avg(${raw(HOURS)}))::numeric, 2)::float8 as "avgHours",
        ${hours(0.5)} as "medianHours", ${hours(0.9)} as "p90Hours", count(*) as "totalReviewed"
        from version where reviewed_at is not null`,
    ),
    ticketTrend: list(
      columns('PeriodTickets', 'Tickets created in a period, and their outcomes.', {
        period: ['String', 'Name of the period.'],
        totalCreated: ['Int', 'All.'],
        resolvedCount: ['Int', 'Those that are succeeded, failed or rejected.'],
        approvedCount: ['Int', 'Those that are approved, processing, succeeded or failed.'],
        rejectedCount: ['Int', 'Those that are rejected.'],
      }),
      'Tickets by period of creation; periods without any are omitted.',
      (given) => {
        const periods = periodsOf(given);
        return sql`select ${periods.name('start')} as period, total as "totalCreated",
            resolved as "resolvedCount", approved as "approvedCount", rejected as "rejectedCount"
          from (select ${periods.start(utc('created_at'))} as start, count(*) as total,
              count(*) filter (where status in ('succeeded', 'failed', 'rejected')) as resolved,
              count(*) filter (where status in ('approved', 'processing', 'succeeded', 'failed')) as approved,
              count(*) filter (where status = 'rejected') as rejected
            from ticket group by 1) cut order by start`;
      },
      GRANULARITY,
    ),
    approvalRate: row(
      columns('ApprovalRate', 'Decisions about the tickets’ versions.', {
        approved: ['Int', 'Versions that were approved.'],
        rejected: ['Int', 'Versions that were rejected.'],
        rate: ['Float', `Approved versions of both. ${PERCENT}`],
      }),
      'How often tickets are approved.',
      () => sql`select count(*) filter (where decision = 'approve') as approved,
        count(*) filter (where decision = 'reject') as rejected,
        ${percent(`count(*) filter (where decision = 'approve')`, `count(*) filter (where decision in ('approve', 'reject'))`)}
          as rate
        from version`,
    ),
    processingSuccessRate: row(
      columns('ProcessingSuccessRate', 'Outcomes of the tickets’ refunds.', {
        succeeded: ['Int', 'Refunds that succeeded.'],
        failed: ['Int', 'Refunds that failed.'],
        rate: ['Float', `Succeeded refunds of both. ${PERCENT}`],
      }),
      'Outcomes of the tickets’ refunds.',
      () => sql`select count(*) filter (where status = 'succeeded') as succeeded,
        count(*) filter (where status = 'failed') as failed,
        ${percent(`count(*) filter (where status = 'succeeded')`, `count(*) filter (where status in ('succeeded', 'failed'))`)}
          as rate
        from outcome`,
    ),
  },
};

export const refundTicketAnalysis: AnalysisRoot = {
  kind: 'analysis',
  type,
  args: ANALYSIS,
  description: 'Reasons, decisions and outcomes of refund tickets.',
  opening: (given, scope) => {
    const compared = { row: 't', currency: 'v.currency', status: 't.status' };
    return sql`with ticket ${asRead(scope)} (
      select t.store_id, t.id, t.status, t.created_at, t.amount_minor, v.currency, v.reason,
        ${raw(unitOf('v.currency'))} as unit
      from ${raw(tableOf('refund_ticket', scope))} t
      join ${raw(tableOf('refund_ticket_version', scope))} v on v.store_id = t.store_id and v.ticket_id = t.id
        and v.number = t.version_number
      where ${raw(`t.environment = '${scope.environment}'`)} and ${conditions(given, scope, compared)}
    ), version ${asRead(scope)} (
      select v.decision, v.created_at, v.reviewed_at
      from ${raw(tableOf('refund_ticket_version', scope))} v join ticket
        on ticket.store_id = v.store_id and ticket.id = v.ticket_id
    ), outcome ${asRead(scope)} (
      select refund.status from ${raw(tableOf('refund', scope))} refund join ticket
        on ticket.store_id = refund.store_id and ticket.id = refund.ticket_id)`;
  },
};
