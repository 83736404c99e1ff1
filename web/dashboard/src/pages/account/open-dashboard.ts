/**
 * Loads the dashboard page the visitor originally requested. Only paths of the dashboard itself are
 * followed.
 */
export function openDashboard(next?: unknown): void {
  const path = typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : '/';
  location.assign(`/dashboard${path}`);
}
