import { promises as dns } from 'node:dns';
import type { WebsiteProof } from '../contract/ports.ts';
import { WELL_KNOWN_PATH, websiteRecordName, websiteRecordValue } from '../kit/website-proof.ts';
import { createSafeGet, type SafeGetOptions } from './safe-get.ts';

/** Timeout of one query to one name server in milliseconds. */
const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;
const OK = 200;

export interface WebsiteProofOptions extends SafeGetOptions {
  /** `address:port` of name servers; by default the system's. */
  readonly nameServers?: readonly string[];
}

/**
 * Looks for a token in the site's DNS and its well-known file, under the rules of every outgoing
 * call (docs/contract/invariants.md#16): the address is checked, redirects aren't followed, and at
 * most 4 KB are read.
 */
export function createWebsiteProof(options: WebsiteProofOptions): WebsiteProof {
  const get = createSafeGet(options);
  const hasFile = async (url: URL, wanted: string) => {
    const file = `${url.origin}${WELL_KNOWN_PATH}`;
    const answer = await get(new URL(file));
    return answer?.status === OK && hasLine(answer.start, wanted);
  };
  return {
    isShown: async (url, token) => {
      const wanted = websiteRecordValue(token);
      const found = await Promise.all([
        hasRecord(websiteRecordName(url), wanted, options.nameServers),
        hasFile(url, wanted),
      ]);
      return found.includes(true);
    },
  };
}

async function hasRecord(
  name: string,
  wanted: string,
  nameServers: readonly string[] | undefined,
): Promise<boolean> {
  const resolver = new dns.Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  if (nameServers) resolver.setServers(nameServers);
  // A record of more than 255 bytes is split into parts.
  const records = await resolver.resolveTxt(name).catch(() => []);
  return records.some((parts) => parts.join('').trim() === wanted);
}

function hasLine(text: string, wanted: string): boolean {
  return text.split(/\r?\n/).some((line) => line.trim() === wanted);
}
