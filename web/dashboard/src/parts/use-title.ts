import { useEffect } from 'react';

const APP = 'Tillgate';

/** The window's title while a page is shown; a page without one, such as an error, has the app's. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = APP;
    };
  }, [title]);
}
