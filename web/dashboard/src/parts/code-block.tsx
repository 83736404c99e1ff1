import { Code } from '@mantine/core';

interface Props {
  /** What it holds: “Private key”. */
  readonly label: string;
  readonly children: string;
  /** Pixels; longer text scrolls inside. */
  readonly maxHeight?: number;
  /** Breaks long lines in place of scrolling sideways. */
  readonly wraps?: boolean;
}

/** Code or text, unformatted; it can be scrolled with the keyboard. */
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
