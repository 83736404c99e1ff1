import { Table, type TableProps } from '@mantine/core';

/** A framed table that scrolls, also with the keyboard, if the page is too narrow. */
export function FramedTable({ caption, ...props }: TableProps & { readonly caption: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that arrow keys can scroll it.
    <section className="table-frame" aria-label={caption} tabIndex={0}>
      <Table aria-label={caption} {...props} />
    </section>
  );
}
