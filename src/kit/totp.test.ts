import { describe, expect, it } from 'vitest';
import { newTotpSecret, totpCode, totpStep, totpUri } from './totp.ts';

/** RFC 6238, appendix B: the secret of its SHA-1 vectors. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

describe('TOTP', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('generates the codes of RFC 6238 at %i s', (seconds, code) => {
    expect(totpCode(SECRET, at(seconds))).toBe(code);
  });

  it('accepts the code of a neighboring step, and reports which', () => {
    const now = at(1_000_000_000);
    const step = Math.floor(1_000_000_000 / 30);
    for (const off of [-1, 0, 1]) {
      expect(totpStep(SECRET, totpCode(SECRET, at(1_000_000_000 + 30 * off)), now)).toBe(
        step + off,
      );
    }
    expect(totpStep(SECRET, totpCode(SECRET, at(1_000_000_060)), now)).toBeNull();
    expect(totpStep(SECRET, 'abcdef', now)).toBeNull();
  });

  it('reads full-width digits, and refuses anything else of six characters', () => {
    const now = at(1_111_111_109);
    expect(totpStep(SECRET, '\uff10\uff18\uff11\uff18\uff10\uff14', now)).toBe(37_037_036);
    for (const code of ['éééééé', '１２３４５６', '٠٨١٨٠٤', '0818\ud83d4', '08180４1', '']) {
      expect(totpStep(SECRET, code, now)).toBeNull();
    }
  });

  it('names service and account for an authenticator', () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = totpUri(secret, 'ada@example.com');
    expect(uri).toMatch(/^otpauth:\/\/totp\/Tillgate:ada%40example\.com\?/);
    expect(uri).toContain(`secret=${secret}`);
  });
});
