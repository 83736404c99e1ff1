import { Secret, TOTP } from 'otpauth';

/** What authenticators expect: six digits with SHA-1, every 30 seconds. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const STEP_MS = SHAPE.period * 1000;
/** Bytes of a secret. */
const SECRET_BYTES = 20;
/** Steps by which a clock may be off in either direction. */
const WINDOW = 1;
const ISSUER = 'Tillgate';

/** A new secret for an authenticator, in Base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The URI for an authenticator, from a QR code or a tap. */
export function totpUri(secret: string, label: string): string {
  return totp(secret, label).toString();
}

/** The code at a time. */
export function totpCode(secret: string, at: Date): string {
  return totp(secret, '').generate({ timestamp: at.getTime() });
}

/** A code as an authenticator shows it. */
const CODE = /^[0-9]{6}$/;

/**
 * The time step of the code; null if it is wrong. Full-width digits, as Japanese keyboards type
 * them, count as digits. The library throws on other characters outside ASCII.
 */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const token = code.normalize('NFKC');
  if (!CODE.test(token)) return null;
  const timestamp = now.getTime();
  const delta = totp(secret, '').validate({ token, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / STEP_MS) + delta;
}

function totp(secret: string, label: string): TOTP {
  return new TOTP({ ...SHAPE, issuer: ISSUER, label, secret });
}
