import '@mantine/notifications/styles.css';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { CatchBoundary } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { ReloadNotice } from './reload-notice.tsx';

/** Renders the dialogs and messages opened through `overlays.tsx`. */
export function OverlayHost({ onReady }: { readonly onReady: () => void }) {
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={() => <ReloadNotice />}>
      <Suspense>
        <ModalsProvider>
          <Notifications position="bottom-right" containerWidth={360} />
        </ModalsProvider>
        <Ready onReady={onReady} />
      </Suspense>
    </CatchBoundary>
  );
}

/** Rendered last, so that its effect runs when the others are ready. */
function Ready({ onReady }: { readonly onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return null;
}
