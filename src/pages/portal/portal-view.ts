import type { PortalTexts, Texts } from '../../texts/texts.ts';
import type { Visitor } from './portal-visit.ts';

/** What every view of the portal works with. */
export interface PortalView {
  readonly visitor: Visitor;
  /** The checkout's texts, and the portal's own. */
  readonly texts: Texts;
  readonly words: PortalTexts;
  /** Path of the store's portal. */
  readonly path: string;
}
