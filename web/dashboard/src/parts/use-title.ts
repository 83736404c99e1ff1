import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { pagePath } from '../app/section-path.ts';

const APP = 'Tillgate';

/** The page that was named last; the browser itself announces the first. */
let named: string | null = null;

/** The window's title while a page is shown; a page without one, such as an error, has the app's. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = APP;
    };
  }, [title]);
}

/** Tells screen readers the name of a page that is shown in place of another. */
export function useAnnouncement(name: string): void {
  const page = useLocation({ select: ({ pathname }) => pagePath(pathname) });
  const shown = useRef(page);
  shown.current = page;
  // Not when the path changes: the page before is still shown then.
  useEffect(() => {
    const place = document.getElementById('page-name');
    if (place && named !== null && named !== shown.current) place.textContent = name;
    named = shown.current;
  }, [name]);
}
