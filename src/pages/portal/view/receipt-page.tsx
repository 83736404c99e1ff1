import { encodeId, type Id } from '../../../kit/id.ts';
import type { ReceiptSheet, SheetBlock, SheetRow } from '../../../receipts/receipt-sheet.ts';
import type { PortalView } from '../portal-view.ts';

interface ReceiptPageProps {
  readonly view: PortalView;
  readonly sheet: ReceiptSheet;
  readonly orderId: Id<'ORD'>;
}

/** A receipt for reading and printing. */
export function ReceiptPage({ view, sheet, orderId }: ReceiptPageProps) {
  const { words, path } = view;
  const { facts, seller, buyer, footer, testMark } = sheet;
  return (
    <>
      <div class="portal-head">
        <a class="back" href={`${path}/orders/${encodeId('ORD', orderId)}`}>
          {words.backToOrder}
        </a>
        <a href={`${path}/receipts/${sheet.number}/pdf`}>{words.receiptPdf}</a>
      </div>
      <article class="panel sheet">
        <div class="sheet-head">
          <p>
            <bdi>{sheet.storeName}</bdi>
          </p>
          <h2>{sheet.title}</h2>
        </div>
        {testMark && <p class="test-mark">{testMark}</p>}
        <dl class="facts">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div class="parties">
          <Party block={seller} />
          <Party block={buyer} />
        </div>
        <Amounts sheet={sheet} />
        {footer && <p class="meta">{footer}</p>}
      </article>
      <p class="no-print field-hint">{words.print}</p>
    </>
  );
}

function Party({ block }: { readonly block: SheetBlock }) {
  return (
    <div>
      <h3>{block.title}</h3>
      {block.lines.map((line) => (
        <div key={line}>
          <bdi>{line}</bdi>
        </div>
      ))}
    </div>
  );
}

function Amounts({ sheet }: { readonly sheet: ReceiptSheet }) {
  const { heads, items, totals } = sheet;
  const last = totals.length - 1;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{heads.label}</th>
          <th scope="col">{heads.value}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ label, note, value }) => (
          <tr key={label}>
            <td>
              <bdi>{label}</bdi>
              {note && <small>{note}</small>}
            </td>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
      <tbody>
        {totals.map((row, index) => (
          <Total key={row.label} row={row} hasMoved={index === last} />
        ))}
      </tbody>
    </table>
  );
}

function Total({ row, hasMoved }: { readonly row: SheetRow; readonly hasMoved: boolean }) {
  return (
    <tr class={hasMoved ? 'moved' : undefined}>
      <th scope="row">{row.label}</th>
      <td>{row.value}</td>
    </tr>
  );
}
