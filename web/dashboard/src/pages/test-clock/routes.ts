import type { PageRoute } from '../../app/page-route.ts';

export const testClockPages: readonly PageRoute[] = [
  { path: 'test-clock', load: () => import('./test-clock-page.tsx').then((m) => m.TestClockPage) },
];
