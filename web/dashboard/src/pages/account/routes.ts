import type { PageRoute } from '../../app/page-route.ts';

/** A page outside of any store. */
export interface AccountPage extends PageRoute {
  readonly needsSession?: boolean;
}

export const accountPages: readonly AccountPage[] = [
  { path: 'log-in', load: () => import('./log-in-page.tsx').then((m) => m.LogInPage) },
  { path: 'sign-up', load: () => import('./sign-up-page.tsx').then((m) => m.SignUpPage) },
  {
    path: 'forgot-password',
    load: () => import('./forgot-password-page.tsx').then((m) => m.ForgotPasswordPage),
  },
  {
    path: 'reset-password',
    load: () => import('./reset-password-page.tsx').then((m) => m.ResetPasswordPage),
  },
  {
    path: 'confirm-email',
    load: () => import('./confirm-email-page.tsx').then((m) => m.ConfirmEmailPage),
  },
  {
    path: 'invitation',
    load: () => import('./invitation-page.tsx').then((m) => m.InvitationPage),
  },
  {
    path: 'confirm-email-change',
    needsSession: true,
    load: () => import('./confirm-email-change-page.tsx').then((m) => m.ConfirmEmailChangePage),
  },
  {
    path: 'account',
    needsSession: true,
    load: () => import('./account-page.tsx').then((m) => m.AccountPage),
  },
  {
    path: 'new-store',
    needsSession: true,
    load: () => import('./new-store-page.tsx').then((m) => m.NewStorePage),
  },
];
