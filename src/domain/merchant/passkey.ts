import { z } from 'zod';
import type { ErrorRow } from '../../contract/errors.ts';
import { literalAddress } from '../../kit/address.ts';
import { toIso } from '../../kit/time.ts';
import type { PasskeyRow } from './passkey.queries.ts';

/** Passkeys per account. */
export const MAX_PASSKEYS = 10;
/** Code points of a passkey's name. */
export const MAX_PASSKEY_NAME = 64;
/** Characters in base64url: of a credential's id (1,023 bytes), and of the parts of a response. */
const MAX_ID_LENGTH = 1_364;
const MAX_PART_LENGTH = 16_384;

export const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});

export function viewPasskey({ id, name, createdAt, lastUsedAt }: PasskeyRow) {
  return { id, name, createdAt: toIso(createdAt), lastUsedAt: lastUsedAt && toIso(lastUsedAt) };
}

/** Browser options, in the format of the WebAuthn library. */
export const optionsView = z.record(z.string(), z.unknown());

const part = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[A-Za-z0-9_-]+$/);
const newCredential = z.object({
  id: part(MAX_ID_LENGTH),
  response: z.object({
    clientDataJSON: part(MAX_PART_LENGTH),
    attestationObject: part(MAX_PART_LENGTH),
    transports: z.array(z.string().max(32)).max(8).optional(),
  }),
});
const answer = z.object({
  id: part(MAX_ID_LENGTH),
  response: z.object({
    clientDataJSON: part(MAX_PART_LENGTH),
    authenticatorData: part(MAX_PART_LENGTH),
    signature: part(MAX_PART_LENGTH),
  }),
});
export type NewCredential = z.output<typeof newCredential>;
export type PasskeyAnswer = z.output<typeof answer>;

/** A browser's response in its own format; anything else is `invalid`. */
function credential<Shape extends z.ZodType>(shape: Shape, missing: ErrorRow, invalid: ErrorRow) {
  return z.unknown().transform((value, context): z.output<Shape> => {
    const parsed = shape.safeParse(value ?? undefined);
    if (parsed.success) return parsed.data;
    const row = value === undefined || value === null ? missing : invalid;
    context.addIssue({ code: 'custom', message: row.code, input: value });
    return z.NEVER;
  });
}

export const sentCredential = (missing: ErrorRow, invalid: ErrorRow) =>
  credential(newCredential, missing, invalid);
export const sentAnswer = (missing: ErrorRow, invalid: ErrorRow) =>
  credential(answer, missing, invalid);

/** The party that passkeys are created for: a host name and the dashboard's origin. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * The relying party of `PUBLIC_URL`; null if that has an IP address, which browsers refuse. A
 * loopback address is replaced by `localhost`.
 */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const url = new URL(publicUrl);
  if (url.hostname === '127.0.0.1' || url.hostname === '[::1]') url.hostname = 'localhost';
  if (literalAddress(url.hostname) !== null) return null;
  return { id: url.hostname, origin: url.origin };
}
