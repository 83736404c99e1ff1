import { Center, Loader } from '@mantine/core';

/** Shown while a page's code or content is loading. */
export function PageLoader() {
  return (
    <Center mih={240} role="status" aria-label="Loading">
      <Loader size="sm" />
    </Center>
  );
}
