import type { Texts } from '../../texts/texts.ts';
import { sentenceSpace } from './format.ts';
import { refusalTexts } from './page-errors.ts';

/** The texts used by the pages' script. */
export function scriptTexts(texts: Texts, storeName: string) {
  return {
    problem: texts.problem,
    checkFields: texts.checkFields,
    declined: texts.declined,
    declineReasons: texts.declineReasons,
    declinedHint: texts.declinedHint,
    sentenceSpace: sentenceSpace(texts),
    network: texts.network,
    trialUsed: texts.trialUsed,
    changeOtherAmount: texts.changeOtherAmount,
    refused: texts.refused,
    refusals: refusalTexts(texts.locale),
    tokenExpired: texts.tokenExpired({ store: storeName }),
  };
}
