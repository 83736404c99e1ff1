import type { PageRoute } from '../../app/page-route.ts';

export const mailboxPages: readonly PageRoute[] = [
  { path: 'mailbox', load: () => import('./mailbox-page.tsx').then((m) => m.MailboxPage) },
  { path: 'mailbox/$id', load: () => import('./mail-page.tsx').then((m) => m.MailPage) },
];
