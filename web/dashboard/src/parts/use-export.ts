import { useState } from 'react';
import { query } from '../api/client.ts';
import type { ExportList } from './export-columns.ts';
import { type ExportRequest, fetchExport, saveFile } from './export-file.ts';

/** An export and its progress. */
export function useExport() {
  const [state, setState] = useState<State>(IDLE);
  const [stopper, setStopper] = useState<AbortController | null>(null);
  const change = (part: Partial<State>) => setState((before) => ({ ...before, ...part }));
  const start = async (wanted: ExportRequest, environment: 'test' | 'prod') => {
    const abort = new AbortController();
    setStopper(abort);
    setState({ ...IDLE, rows: 0, isBusy: true });
    countAll(wanted, environment).then(
      (total) => change({ total }),
      // Ignored, because fetching the file reports the error.
      () => {},
    );
    try {
      const tell = (rows: number) => change({ rows });
      const file = await fetchExport(wanted, environment, tell, abort.signal);
      saveFile(`${fileName(wanted.list)}.${wanted.format}`, file);
    } catch (error) {
      if (!abort.signal.aborted) change({ error, rows: null });
    }
    change({ isBusy: false });
  };
  return { ...state, start, stop: () => stopper?.abort() };
}

interface State {
  readonly rows: number | null;
  readonly total: number | null;
  readonly isBusy: boolean;
  readonly error: unknown;
}

const IDLE: State = { rows: null, total: null, isBusy: false, error: null };

async function countAll({ list, storeId, filter }: ExportRequest, environment: 'test' | 'prod') {
  const type = TYPES[list];
  if (!type) return null;
  const text = `query ($storeId: ID!, $filter: ${type}Filter) {
    count: ${list}Count(storeId: $storeId, filter: $filter)
  }`;
  return (await query<{ count: number }>(text, { storeId, filter }, environment)).count;
}

/** Types of the lists that export one row per object; other lists export one per currency. */
const TYPES: Readonly<Partial<Record<ExportList, string>>> = {
  onetimeOrders: 'OnetimeOrder',
  subscriptionOrders: 'SubscriptionOrder',
  payments: 'Payment',
  refunds: 'Refund',
  refundTickets: 'RefundTicket',
  webhookDeliveries: 'WebhookDelivery',
  emailDeliveries: 'EmailDelivery',
  auditEntries: 'AuditEntry',
};

const fileName = (list: string) => list.replaceAll(/([A-Z])/g, '-$1').toLowerCase();
