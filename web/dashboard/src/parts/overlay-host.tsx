import '@mantine/notifications/styles.css';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';

/** Renders the dialogs and messages opened through `overlays.tsx`. */
export function OverlayHost() {
  return (
    <ModalsProvider>
      <Notifications position="bottom-right" containerWidth={360} />
    </ModalsProvider>
  );
}
