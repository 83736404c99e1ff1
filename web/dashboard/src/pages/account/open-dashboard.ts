/**
 * Opens the dashboard as a fresh page, where the visitor wanted to go. Only a path of the dashboard
 * itself is followed.
 */
export function openDashboard(next?: unknown): void {
  const path = typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : '/';
  location.assign(`/dashboard${path}`);
}
