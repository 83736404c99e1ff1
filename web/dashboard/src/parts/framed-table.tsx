import { Table, type TableProps } from '@mantine/core';

/** A table in a frame of its own, which scrolls where the page is too narrow, by keyboard as well. */
export function FramedTable({ caption, ...props }: TableProps & { readonly caption: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that arrow keys can scroll it.
    <section className="table-frame" aria-label={caption} tabIndex={0}>
      <Table aria-label={caption} {...props} />
    </section>
  );
}
