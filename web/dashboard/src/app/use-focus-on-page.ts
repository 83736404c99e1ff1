import { useLocation } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { pagePath } from './section-path.ts';

/**
 * Moves the focus to the content when another page is shown, as a browser does with a new document:
 * the next Tab is on the page, and a screen reader reads it. Before the page is painted: later, it
 * could take the focus from a field that someone has just clicked.
 */
export function useFocusOnPage(contentId: string): void {
  const page = pagePath(useLocation().pathname);
  const before = useRef(page);
  useLayoutEffect(() => {
    if (before.current === page) return;
    before.current = page;
    document.getElementById(contentId)?.focus({ preventScroll: true });
  }, [page, contentId]);
}
