import { Anchor, Group } from '@mantine/core';
import { usePlace } from '../app/place.ts';
import { CopyButton } from './copy-button.tsx';

/** The portal's URL, to copy into a reply to a buyer. */
export function PortalAddress({ slug }: { readonly slug: string }) {
  const { environment } = usePlace();
  const door = environment === 'test' ? '?environment=test' : '';
  return <CopiedLink url={`${location.origin}/store/${slug}/portal${door}`} what="portal link" />;
}

function CopiedLink({ url, what }: { readonly url: string; readonly what: string }) {
  return (
    <Group gap={4} wrap="nowrap" maw="100%">
      <Anchor href={url} target="_blank" rel="noreferrer" truncate>
        {url.replace(/^https?:\/\//, '')}
      </Anchor>
      <CopyButton value={url} label={`Copy ${what}`} />
    </Group>
  );
}
