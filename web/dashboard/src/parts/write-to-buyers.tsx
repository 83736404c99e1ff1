import { Button, CopyButton, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { EnvelopeClosedIcon } from '@radix-ui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../app/place.ts';
import { Loaded } from './loaded.tsx';
import { type Listing, MAX_READ } from './use-listing.ts';

interface Row {
  readonly id: string;
  readonly buyerEmail: string;
}

/** Maximum length of a `mailto:` URL that email clients accept. */
const MAX_LINK = 2000;

/** The end of the address that replaces an erased buyer’s (docs/contract/support.md#personal-data). */
const ERASED = '@erased.invalid';

/** Opens a dialog for writing to all buyers in the filtered list. */
export function WriteToBuyers({ listing }: { readonly listing: Listing<Row> }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={open}
        leftSection={<EnvelopeClosedIcon aria-hidden="true" />}
      >
        Write to buyers
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Write to these buyers"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {isOpen ? <Addresses listing={listing} /> : null}
      </Modal>
    </>
  );
}

function Addresses({ listing }: { readonly listing: Listing<Row> }) {
  const { environment, store } = usePlace();
  const query = useQuery({
    queryKey: ['addresses', environment, store.id, listing.asked],
    // Each opening reads the addresses again: mail goes to all of them.
    gcTime: 0,
    queryFn: async () => {
      const rows = await listing.readAll();
      const addresses = new Set(rows.map(({ buyerEmail }) => buyerEmail.toLowerCase()));
      const known = [...addresses].filter((address) => !address.endsWith(ERASED));
      return { addresses: known.sort(), isCut: rows.length >= MAX_READ };
    },
  });
  return <Loaded query={query}>{(found) => <Write {...found} />}</Loaded>;
}

function Write({
  addresses,
  isCut,
}: {
  readonly addresses: readonly string[];
  /** Whether the list has more rows than were read. */
  readonly isCut: boolean;
}) {
  const all = addresses.join(', ');
  const link = `mailto:?bcc=${addresses.map(encodeURIComponent).join(',')}`;
  const buyers =
    addresses.length === 1 ? '1 buyer' : `${addresses.length.toLocaleString('en')} buyers`;
  return (
    <Stack>
      <Text size="sm">
        {buyers} in this filtered list. Put the addresses in “Bcc” so that buyers don’t see each
        other’s.
      </Text>
      {isCut ? (
        <Text size="sm" role="alert">
          Only the first {MAX_READ.toLocaleString('en')} rows of the list are included. Filter by
          date to write to the others.
        </Text>
      ) : null}
      <Textarea label="Addresses" readOnly autosize minRows={2} maxRows={8} value={all} />
      <Group justify="flex-end">
        <CopyButton value={all}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy addresses'}
            </Button>
          )}
        </CopyButton>
        {link.length <= MAX_LINK ? (
          <Button component="a" href={link}>
            Open in your email app
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}
