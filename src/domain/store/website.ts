import { z } from 'zod';
import { encodeId, type Id } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import { WELL_KNOWN_PATH, websiteRecordName, websiteRecordValue } from '../../kit/website-proof.ts';
import type { WebsiteChallenge } from './website.queries.ts';

export const websiteView = z.object({
  storeId: z.string(),
  url: z.string(),
  status: z.enum(['pending', 'verified']),
  token: z.string(),
  /** Either of the two proves ownership of the site. */
  dnsRecord: z.object({ type: z.literal('TXT'), name: z.string(), value: z.string() }),
  wellKnown: z.object({ url: z.string(), content: z.string() }),
  verifiedAt: z.string().nullable(),
});

/** What the merchant must publish, and where. */
export function viewWebsite(
  storeId: Id<'STO'>,
  { url, token, verifiedAt }: WebsiteChallenge,
): z.input<typeof websiteView> {
  const site = new URL(url);
  return {
    storeId: encodeId('STO', storeId),
    url,
    status: verifiedAt === null ? 'pending' : 'verified',
    token,
    dnsRecord: {
      type: 'TXT',
      name: websiteRecordName(site),
      value: websiteRecordValue(token),
    },
    wellKnown: { url: `${site.origin}${WELL_KNOWN_PATH}`, content: websiteRecordValue(token) },
    verifiedAt: toIso(verifiedAt),
  };
}
