import { raw, type Sql } from '../../database/database.ts';
import { ENDED } from './subscription-order.states.ts';

/**
 * SQL for the time at which a subscription order ended, or null. An order that ended before the
 * column existed has none until it changes again: its end was its last change.
 */
export function endedAt(order: string): Sql {
  return raw(`case when ${order}.status in ('${ENDED.join("', '")}')
    then coalesce(${order}.ended_at, ${order}.updated_at) end`);
}
