/** Path of the file that proves ownership of a website. */
export const WELL_KNOWN_PATH = '/.well-known/tillgate-verification.txt';

/** Name of the DNS record that proves ownership of a website. */
export function websiteRecordName({ hostname }: URL): string {
  return `_tillgate-verification.${hostname.replace(/\.$/, '')}`;
}

/** The required text of the record, or of a line in the file. */
export function websiteRecordValue(token: string): string {
  return `tillgate-verification=${token}`;
}
