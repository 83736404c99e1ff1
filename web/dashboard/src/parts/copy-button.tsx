import { ActionIcon, CopyButton as MantineCopyButton } from '@mantine/core';
import { CheckIcon, CopyIcon } from '@radix-ui/react-icons';

/** Copies a value; `label` says which: “Copy order ID”. */
export function CopyButton({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <MantineCopyButton value={value}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color={copied ? 'green' : 'gray'}
          size="sm"
          onClick={copy}
          aria-label={copied ? 'Copied' : label}
        >
          {copied ? <CheckIcon aria-hidden="true" /> : <CopyIcon aria-hidden="true" />}
        </ActionIcon>
      )}
    </MantineCopyButton>
  );
}
