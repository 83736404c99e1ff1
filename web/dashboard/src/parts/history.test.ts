import { describe, expect, it } from 'vitest';
import { historyMoments } from './history.ts';

const at = '2026-01-01T00:00:00.000Z';
const told = (...statuses: string[]) => ({
  id: 'event',
  type: 'order.completed',
  occurredAt: at,
  deliveries: statuses.map((status, number) => ({ id: `delivery ${number}`, status })),
});
const emailed = (status: string, errorMessage: string | null) => ({
  ...{ id: 'mail', subject: 'Your order', toAddress: 'a@example.com', status, errorMessage },
  createdAt: at,
});

describe('the history of an object', () => {
  it.each([
    [[], 'No webhook subscribes to this event', 'past', undefined],
    [['success'], 'Delivered to 1 webhook', 'past', 'deliveries/delivery 0'],
    [['success', 'pending'], '1 of 2 deliveries on the way', 'past', 'deliveries/delivery 0'],
    [['success', 'failed'], '1 of 2 deliveries failed', 'problem', 'deliveries/delivery 1'],
  ])('describes an event with the deliveries %j', (statuses, detail, kind, page) => {
    const [moment] = historyMoments({ events: [told(...statuses)] });
    expect([moment?.detail, moment?.kind, moment?.page]).toEqual([detail, kind, page]);
  });

  it.each([
    ['success', null, 'To a@example.com, sent', 'past'],
    ['pending', null, 'To a@example.com, waiting to be sent', 'past'],
    ['failed', 'Refused', 'To a@example.com, refused', 'problem'],
  ])('describes an email with the status %s', (status, error, detail, kind) => {
    const [moment] = historyMoments({ emails: [emailed(status, error)] });
    expect([moment?.detail, moment?.kind]).toEqual([detail, kind]);
  });

  it('shows who did what, and who wrote a note', () => {
    const act = { id: 'act', credential: 'apiKey', merchantEmail: 'me@example.com', createdAt: at };
    const acts = [
      { ...act, action: 'portal/send-link' },
      { ...act, action: 'new/action' },
    ];
    const notes = [{ id: 'note', text: 'Called', writtenBy: 'me@example.com', createdAt: at }];
    expect(
      historyMoments({ auditEntries: acts, notes }).map(({ title, detail }) => [title, detail]),
    ).toEqual([
      ['Portal link sent', 'By me@example.com, with an API key'],
      ['new/action', 'By me@example.com, with an API key'],
      ['Note by me@example.com', 'Called'],
    ]);
  });

  it('says where to find entries older than the newest 50, but shows all notes', () => {
    const notes = (count: number) =>
      Array.from({ length: count }, (_, number) => ({
        ...{ id: `note ${number}`, text: 'Called', writtenBy: 'me@example.com', createdAt: at },
      }));
    const emails = notes(51).map(({ id }) => ({ ...emailed('success', null), id }));
    const moments = historyMoments({ emails, notes: notes(100) });
    expect(moments).toHaveLength(50 + 1 + 100);
    expect(moments.filter(({ title }) => title.startsWith('Earlier'))).toEqual([
      expect.objectContaining({ title: 'Earlier emails', page: 'mailbox', at, topic: 'email' }),
    ]);
  });
});
