import type { Config } from '../config.ts';

/** Settings that affect responses of actions. */
export interface ActionSettings {
  readonly signUpOpen: boolean;
  readonly kybAutoApprove: boolean;
  readonly allowPrivateWebhooks: boolean;
  /** In whole units of the payment's currency (docs/contract/accounts.md#recent). */
  readonly refundStepUpAmount: number;
}

export function actionSettings(config: Config): ActionSettings {
  return {
    signUpOpen: config.SIGN_UP === 'open',
    kybAutoApprove: config.KYB_AUTO_APPROVE,
    allowPrivateWebhooks: config.ALLOW_PRIVATE_WEBHOOKS,
    refundStepUpAmount: config.REFUND_STEP_UP_AMOUNT,
  };
}
