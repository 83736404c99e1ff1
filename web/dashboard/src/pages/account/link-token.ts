/** The token of a mailed link: it stands behind the `#`, which no server sees. */
export function linkToken(): string {
  return new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
}
