import { TextInput, type TextInputProps } from '@mantine/core';
import { MagnifyingGlassIcon } from '@radix-ui/react-icons';

export interface SearchFieldProps extends TextInputProps {
  readonly text: string;
  readonly setText: (text: string) => void;
}

/** The search field in the header. */
export function SearchField({ text, setText, ...props }: SearchFieldProps) {
  return (
    <TextInput
      size="sm"
      w={{ sm: 220, md: 300 }}
      aria-label="Search by ID, email, product or external ID"
      placeholder="Search (Ctrl K or /)"
      leftSection={<MagnifyingGlassIcon aria-hidden="true" />}
      {...props}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}
