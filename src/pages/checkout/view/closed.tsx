import type { Texts } from '../../../texts/texts.ts';
import { caseOf } from '../../../texts/texts.ts';
import { formatList } from '../../shared/format.ts';
import { Notice } from '../../shared/view/notice.tsx';
import { productLink, storeLink } from '../../shared/way-back.ts';
import type { CheckoutPage, PageState } from '../checkout-page.ts';
import { AlreadyPaid, Receipt } from './receipt.tsx';

interface ClosedProps {
  readonly state: Exclude<PageState, 'open'>;
  readonly page: CheckoutPage;
  readonly texts: Texts;
  readonly sandbox: boolean;
}

/** The page of a session that can't be paid, or has been paid. */
export function Closed({ state, page, texts, sandbox }: ClosedProps) {
  const { name } = page.store;
  switch (state) {
    case 'paid':
      return <Receipt page={page} texts={texts} />;
    case 'already-paid':
      return <AlreadyPaid page={page} texts={texts} />;
    case 'pending':
      return (
        <Notice tone="plain" title={texts.changePendingTitle} text={texts.charging}>
          <a href={storeLink(page)}>{texts.returnTo({ store: name })}</a>
        </Notice>
      );
    case 'closed':
      return (
        <Notice tone="plain" title={texts.closedTitle} text={texts.closedText}>
          <a class="button" href={productLink(page)}>
            {texts.startAgain}
          </a>
        </Notice>
      );
    case 'expired':
      return (
        <Notice tone="plain" title={texts.expiredTitle} text={texts.expiredText({ store: name })}>
          <a class="button" href={storeLink(page)}>
            {texts.returnTo({ store: name })}
          </a>
        </Notice>
      );
    case 'inactive':
      return (
        <Notice tone="plain" title={texts.inactiveTitle} text={texts.inactiveText({ store: name })}>
          <a href={storeLink(page)}>{texts.returnTo({ store: name })}</a>
        </Notice>
      );
    case 'not-for-sale':
      return (
        <Notice
          tone="plain"
          title={texts.notForSaleTitle}
          text={texts.notForSaleText({ store: name })}
        >
          <a href={storeLink(page)}>{texts.returnTo({ store: name })}</a>
        </Notice>
      );
    case 'no-method':
      return (
        <Notice
          tone="plain"
          title={texts.noMethodTitle}
          text={texts.noMethodText({ methods: methodNames(page.paymentMethods, texts) })}
        >
          {sandbox && <p>{texts.noMethodSandbox}</p>}
          <a href={storeLink(page)}>{texts.returnTo({ store: name })}</a>
        </Notice>
      );
  }
}

function methodNames(methods: readonly string[], texts: Texts): string {
  return formatList(
    methods.map((method) => caseOf(texts.methods, method) ?? method),
    texts,
  );
}
