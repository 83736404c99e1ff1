/** The token of an emailed link, from the URL fragment, which isn't sent to servers. */
export function linkToken(): string {
  return new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
}
