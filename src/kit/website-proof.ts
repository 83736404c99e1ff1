/** Where the file that proves a website lies on it. */
export const WELL_KNOWN_PATH = '/.well-known/tillgate-verification.txt';

/** The name of the DNS record that proves a website. */
export function websiteRecordName({ hostname }: URL): string {
  return `_tillgate-verification.${hostname.replace(/\.$/, '')}`;
}

/** What the record's text, or a line of the file, must be. */
export function websiteRecordValue(token: string): string {
  return `tillgate-verification=${token}`;
}
