import type { PageRoute } from '../../app/page-route.ts';

export const settingsPages: readonly PageRoute[] = [
  { path: 'settings', load: () => import('./general-page.tsx').then((m) => m.GeneralPage) },
  {
    path: 'settings/notifications',
    load: () => import('./notifications-page.tsx').then((m) => m.NotificationsPage),
  },
  {
    path: 'settings/checkout',
    load: () => import('./checkout-page.tsx').then((m) => m.CheckoutPage),
  },
  { path: 'settings/members', load: () => import('./members-page.tsx').then((m) => m.MembersPage) },
  {
    path: 'settings/verification',
    load: () => import('./verification-page.tsx').then((m) => m.VerificationPage),
  },
];
