import * as listed from './action-list.ts';
import type { Action } from './contract/action.ts';
import { listTickets } from './domain/kyb-ticket/list-tickets.ts';
import { resolveTicket } from './domain/kyb-ticket/resolve-ticket.ts';
import { removeSecondFactor } from './domain/merchant/remove-second-factor.ts';
import { eraseBuyer } from './domain/personal-data/erase-buyer.ts';
import { eraseMerchant } from './domain/personal-data/erase-merchant.ts';
import { exportBuyer } from './domain/personal-data/export-buyer.ts';
import { exportMerchant } from './domain/personal-data/export-merchant.ts';
import { resealSecrets } from './domain/secret-key/reseal-secrets.ts';
import { rotateKey } from './domain/webhook-key/rotate-key.ts';

/** Every action with its own types; the dashboard's client is derived from it. */
export type Actions = (typeof listed)[keyof typeof listed];

/** Keys of tables with a row for every action. */
export type ActionPath = Actions['path'];

const everyAction: readonly Action[] = Object.values(listed);

/** Every action of the service; routing, reference, client and tests are derived from this list. */
export const actions: readonly Action[] = everyAction.toSorted((one, other) =>
  one.path < other.path ? -1 : 1,
);

/** The operator's commands; not part of the API under `/v1`. */
export const operatorActions: readonly Action[] = [
  listTickets,
  resolveTicket,
  rotateKey,
  resealSecrets,
  exportBuyer,
  eraseBuyer,
  exportMerchant,
  eraseMerchant,
  removeSecondFactor,
];
