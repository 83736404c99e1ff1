import { sql } from '../database/database.ts';
import { ASK_FOR_HELP, type Check, MAY_HAVE_EXPIRED } from './check.ts';

/** Refunds, their tickets and their events. */
export const REFUND_CHECKS: readonly Check[] = [
  {
    promise: 'No charge is refunded by more than its amount',
    advice: `More may have been refunded than was paid. Check the payment with the provider. ${ASK_FOR_HELP}`,
    faults: () => sql`
      select short_id('PAY', payment.id) as subject,
        'charged ' || amount_minor || ', refunded or being refunded ' || refunded.minor ||
        ', claimed by tickets ' || claimed.minor || ', recorded as claimed ' || refund_claimed_minor
        || ' (minor units of ' || currency || ')' as fault
      from payment
      cross join lateral (select coalesce(sum(refund.amount_minor), 0) as minor from refund
        where refund.store_id = payment.store_id and payment_id = payment.id
          and refund.status <> 'failed') refunded
      cross join lateral (
        select coalesce(sum(claimed_by_ticket(ticket.status, ticket.amount_minor)), 0) as minor
        from refund_ticket ticket
        where ticket.store_id = payment.store_id and payment_id = payment.id) claimed
      where refunded.minor > amount_minor or refunded.minor > claimed.minor
        or claimed.minor <> refund_claimed_minor`,
  },
  {
    promise: 'Every processing or refunded ticket has its refund',
    advice: `A promised refund isn't being executed, or a refund was executed that nobody requested. ${ASK_FOR_HELP}`,
    faults: () => sql`
      select short_id('TKT', ticket.id) as subject,
        'is ' || ticket.status || ', its refund is ' || coalesce(refund.status, 'missing') as fault
      from refund_ticket ticket left join refund on refund.store_id = ticket.store_id
        and refund.ticket_id = ticket.id and refund.ticket_version = ticket.version_number
      where case ticket.status when 'processing' then refund.status is distinct from 'pending'
        when 'approved' then true
        when 'succeeded' then refund.status is distinct from 'succeeded'
        when 'failed' then refund.status is distinct from 'failed'
        else refund.id is not null end`,
  },
  {
    promise: 'Every completed or failed refund has its event',
    advice: `${MAY_HAVE_EXPIRED} Otherwise, the merchant wasn't notified of a refund's outcome. Notify them yourself. ${ASK_FOR_HELP}`,
    faults: (_now, firstKeptId) => sql`
      select short_id('REF', refund.id) as subject, 'has no event' as fault
      from refund left join event on event.event_id = short_id('REF', refund.id)
        and event.store_id = refund.store_id and not event.sample
        and event.type = 'refund.' || refund.status
      where refund.status <> 'pending' and refund.id >= ${firstKeptId}::uuid and event.id is null`,
  },
];
