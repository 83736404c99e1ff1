import { Code } from '@mantine/core';

interface Props {
  /** What it contains, such as “Private key”. */
  readonly label: string;
  readonly children: string;
  /** In pixels; longer text scrolls. */
  readonly maxHeight?: number;
  /** Wraps long lines instead of scrolling horizontally. */
  readonly wraps?: boolean;
}

/** Preformatted code or text, which can be scrolled with the keyboard. */
export function CodeBlock({ label, children, maxHeight, wraps }: Props) {
  const wrapped = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;
  return (
    <Code
      block
      role="region"
      aria-label={label}
      tabIndex={0}
      style={{ maxHeight, overflow: 'auto', ...(wraps ? wrapped : {}) }}
    >
      {children}
    </Code>
  );
}
