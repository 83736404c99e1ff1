import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';

/** Shows what is opened through `overlays.tsx`. */
export function OverlayHost() {
  return (
    <ModalsProvider>
      <Notifications position="bottom-right" containerWidth={360} />
    </ModalsProvider>
  );
}
