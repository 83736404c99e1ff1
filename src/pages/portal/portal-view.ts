import type { PortalTexts, Texts } from '../../texts/texts.ts';
import type { Visitor } from './portal-visit.ts';

/** The context shared by all portal views. */
export interface PortalView {
  readonly visitor: Visitor;
  /** The checkout's texts, and the portal's own. */
  readonly texts: Texts;
  readonly words: PortalTexts;
  /** Path of the store's portal. */
  readonly path: string;
}
