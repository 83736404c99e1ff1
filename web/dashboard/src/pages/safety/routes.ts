import type { PageRoute } from '../../app/page-route.ts';

export const safetyPages: readonly PageRoute[] = [
  { path: 'safety', load: () => import('./safety-page.tsx').then((m) => m.SafetyPage) },
];
