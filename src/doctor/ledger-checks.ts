import { sql } from '../database/database.ts';
import { ASK_FOR_HELP, type Check } from './check.ts';

/** What the ledger must contain, and nothing else. */
export const LEDGER_CHECKS: readonly Check[] = [
  {
    promise: 'Every charge, refund and dispute is booked, as one pair of entries',
    advice: `Reports from the ledger are wrong by these amounts. ${ASK_FOR_HELP}`,
    faults: () => sql`
      with due as (
        select store_id, id, short_id('PAY', id) as subject, currency, amount_minor as provider_minor,
          'sales' as other_account
        from payment where status = 'succeeded'
        union all
        select store_id, id, short_id('REF', id), currency, -amount_minor, 'refunds'
        from refund where status = 'succeeded' or return_id is not null
        union all
        select store_id, return_id, 'failed ' || short_id('REF', id), currency, amount_minor, 'refunds'
        from refund where return_id is not null
        union all
        select store_id, id, 'dispute ' || provider_reference, currency, -amount_minor, 'disputes'
        from dispute
        union all
        select store_id, return_id, 'won dispute ' || provider_reference, currency, amount_minor,
          'disputes'
        from dispute where status = 'won'
      )
      select subject, case count(entry.account) when 0 then 'is not booked'
        else 'is booked otherwise' end as fault
      from due left join ledger_entry entry
        on entry.store_id = due.store_id and entry.transaction_id = due.id
      group by due.store_id, due.id, subject
      having count(entry.account) filter (where entry.currency = due.currency and (
          (entry.account = 'provider_balance' and entry.amount_minor = provider_minor)
          or (entry.account = other_account and entry.amount_minor = -provider_minor))) <> 2
        or count(entry.account) <> 2`,
  },
  {
    promise: 'Nothing else is booked',
    advice: `Reports from the ledger are wrong by these amounts. ${ASK_FOR_HELP}`,
    faults: () => sql`
      select transaction_id::text as subject, 'is booked, but never succeeded' as fault
      from ledger_entry entry
      left join payment on payment.store_id = entry.store_id
        and payment.id = entry.transaction_id and payment.status = 'succeeded'
      left join refund on refund.store_id = entry.store_id
        and refund.id = entry.refund_id and ((refund.id = entry.transaction_id
          and (refund.status = 'succeeded' or refund.return_id is not null))
          or refund.return_id = entry.transaction_id)
      left join dispute on dispute.store_id = entry.store_id and dispute.id = entry.dispute_id
        and (dispute.id = entry.transaction_id
          or (dispute.return_id = entry.transaction_id and dispute.status = 'won'))
      where payment.id is null and refund.id is null and dispute.id is null
      group by entry.store_id, transaction_id`,
  },
  {
    promise: 'The ledger balances in every transaction and currency',
    advice: ASK_FOR_HELP,
    faults: () => sql`
      select transaction_id::text as subject,
        'is off by ' || sum(amount_minor) || ' minor units of ' || currency as fault
      from ledger_entry group by store_id, transaction_id, currency having sum(amount_minor) <> 0`,
  },
];
