import { describe, expect, it } from 'vitest';
import { actions } from '../src/actions.ts';

/** Merchant actions that leave no entry in the audit log, each with its reason. */
const UNAUDITED: Readonly<Record<string, string>> = {
  'merchant/log-out': 'ends a session, touches nothing else',
  'auth/issue-session-token': 'issued when a buyer visits; writes nothing',
  'checkout/create-session': "a buyer's everyday step; the session itself is the record",
  'checkout/preview-change': 'reads',
  'merchant/get-session': 'reads',
  'merchant/request-email-confirmation':
    'mails the merchant’s own address again; the mail is the record',
  'merchant/confirm-email': 'confirms the merchant’s own address; the account records it',
  'merchant/list-sessions': 'reads',
  'merchant/list-passkeys': 'reads',
  'merchant/begin-passkey': 'changes nothing; add-passkey is audited',
  'merchant/begin-passkey-step-up': 'changes nothing; step-up is audited',
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

  it('are all merchant writes except those with a reason', () => {
    const unaudited = ofMerchants.filter((action) => action.audited === false);
    expect(unaudited.filter(({ path }) => !Object.hasOwn(UNAUDITED, path))).toEqual([]);
  });

  it('have no outdated exceptions', () => {
    const audited = ofMerchants.filter((action) => action.audited !== false);
    expect(audited.filter(({ path }) => Object.hasOwn(UNAUDITED, path))).toEqual([]);
  });
});
