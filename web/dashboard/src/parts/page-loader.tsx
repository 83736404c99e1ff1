import { Center, Loader } from '@mantine/core';

/** While a page's code or content is on its way. */
export function PageLoader() {
  return (
    <Center mih={240} role="status" aria-label="Loading">
      <Loader size="sm" />
    </Center>
  );
}
