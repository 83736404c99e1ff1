import type { PageRoute } from '../../app/page-route.ts';

export const auditLogPages: readonly PageRoute[] = [
  { path: 'audit-log', load: () => import('./audit-log-page.tsx').then((m) => m.AuditLogPage) },
];
