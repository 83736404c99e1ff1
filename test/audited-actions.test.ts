import { describe, expect, it } from 'vitest';
import { actions } from '../src/actions.ts';

/** Actions of merchants that leave no entry in the audit log, each with its reason. */
const UNAUDITED: Readonly<Record<string, string>> = {
  'merchant/log-out': 'ends a session, touches nothing else',
  'auth/issue-session-token': 'a buyer comes by; writes nothing',
  'checkout/create-session': "a buyer's everyday step; the session itself is the record",
  'checkout/preview-change': 'reads',
  'merchant/get-session': 'reads',
  'merchant/request-email-confirmation': 'mails the own address again; the mail is the record',
  'merchant/confirm-email': 'proves the own address; the account tells',
  'merchant/list-sessions': 'reads',
  'merchant/list-passkeys': 'reads',
  'merchant/begin-passkey': 'changes nothing; add-passkey is the act',
  'merchant/begin-passkey-step-up': 'changes nothing; step-up is the act',
  'store-merchant/list-invitations': 'reads',
  'audit/list-entries': 'reads',
  'product/list-versions': 'reads',
  'event/list-events': 'reads',
  'webhook-delivery/list-attempts': 'reads',
  'onetime-product/preview-publish': 'reads',
  'subscription-product/preview-publish': 'reads',
  'subscription-product-group/preview-publish': 'reads',
  'verification/scan-prompt': 'leaves no trace',
};

describe('audited actions', () => {
  const ofMerchants = actions.filter(({ auth }) =>
    auth.some((kind) => kind === 'apiKey' || kind === 'dashboard'),
  );

  it('are all writes of a merchant but those with a reason', () => {
    const unaudited = ofMerchants.filter((action) => action.audited === false);
    expect(unaudited.filter(({ path }) => !Object.hasOwn(UNAUDITED, path))).toEqual([]);
  });

  it('are no longer those with a reason', () => {
    const audited = ofMerchants.filter((action) => action.audited !== false);
    expect(audited.filter(({ path }) => Object.hasOwn(UNAUDITED, path))).toEqual([]);
  });
});
