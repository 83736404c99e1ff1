import { portalTextsFor, type Texts } from '../../../texts/texts.ts';
import { formatDay } from '../../shared/format.ts';
import { linkUrl } from '../../shared/image-url.ts';
import { Notice } from '../../shared/view/notice.tsx';
import { portalLink } from '../../shared/way-back.ts';
import type { ChangePage, ChangeState } from '../change-page.ts';

interface ClosedProps {
  readonly state: Exclude<ChangeState, 'open'>;
  readonly page: ChangePage;
  readonly texts: Texts;
  /** Whether this visitor has just confirmed and is redirected back. */
  readonly isBuyer: boolean;
}

/** The page of a plan change that is confirmed, or can't be. */
export function ChangeClosed({ state, page, texts, isBuyer }: ClosedProps) {
  const { store } = page;
  const { title, text } = changeNotice(state, page, texts);
  const done = state === 'changed' || state === 'scheduled';
  const back = linkUrl(page.successUrl);
  return (
    <Notice tone={done ? 'good' : 'plain'} title={title} text={text}>
      {done && back && (
        <>
          <a
            class="button"
            id="return"
            href={back}
            rel="noreferrer"
            data-automatic={isBuyer ? '' : undefined}
          >
            {texts.returnTo({ store: store.name })}
          </a>
          <output
            class="assurance"
            id="returning"
            data-text={texts.returning({ store: store.name })}
          />
        </>
      )}
      <a href={portalLink(page)}>{portalTextsFor(texts.locale).manage}</a>
    </Notice>
  );
}

/** The outcome of the change, in words. */
export function changeNotice(
  state: Exclude<ChangeState, 'open'>,
  { store, next, quote }: ChangePage,
  texts: Texts,
): { readonly title: string; readonly text: string } {
  const product = next.name;
  const named = { store: store.name };
  switch (state) {
    case 'changed':
      return { title: texts.changedTitle, text: texts.changedText({ product }) };
    case 'scheduled': {
      const day = quote ? formatDay(quote.effectiveAt, texts) : '';
      const text = texts.changeScheduledText({ day, product });
      return { title: texts.changeScheduledTitle, text };
    }
    case 'pending':
      return { title: texts.changePendingTitle, text: texts.changePendingText };
    case 'closed':
      return { title: texts.closedTitle, text: texts.changeExpiredText(named) };
    case 'expired':
      return { title: texts.expiredTitle, text: texts.changeExpiredText(named) };
    case 'inactive':
      return { title: texts.inactiveTitle, text: texts.inactiveText(named) };
    case 'impossible':
      return { title: texts.changeImpossibleTitle, text: texts.changeImpossibleText(named) };
  }
}
