/*
 * Keeps React working on a page that the browser translates. Translators replace each text by `font`
 * elements. React still refers to the replaced text: updating it would change nothing, and removing
 * it, or inserting something before it, would throw an error.
 */

/** What stands for a text on the page: the element with its translation. */
const translations = new WeakMap<Node, Element>();
/** Elements that stand for a text. */
const known = new WeakSet<Element>();
let isTranslated = false;

/** Starts watching the page for translations. */
export function allowTranslation(): void {
  const observer = new MutationObserver((changes) => {
    for (const change of changes) {
      // React has changed a text that isn't on the page: it returns, to be translated again.
      if (change.type === 'characterData') restore(change.target);
      for (const node of change.addedNodes) if (node instanceof Text) forget(node);
      const translation = newTranslation(change);
      if (!translation) continue;
      if (!isTranslated) acceptMovedNodes();
      isTranslated = true;
      for (const node of change.removedNodes) {
        if (!(node instanceof Text) || node.isConnected) continue;
        known.add(translation);
        translations.set(node, translation);
        observer.observe(node, { characterData: true });
      }
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/** A translation that took the place of a text, or was put beside it before the text was removed. */
function newTranslation({ addedNodes, previousSibling, nextSibling }: MutationRecord) {
  return [...addedNodes, previousSibling, nextSibling].find(
    // The dashboard has no `font` elements of its own.
    (node): node is Element =>
      node instanceof Element && node.localName === 'font' && !known.has(node),
  );
}

function restore(text: Node): void {
  if (!text.isConnected && text instanceof Text) translations.get(text)?.replaceWith(text);
  translations.delete(text);
}

/** A text that is on the page again needs no translation beside it. */
function forget(text: Text): void {
  if (text.isConnected) translations.get(text)?.remove();
  translations.delete(text);
}

/** Lets React remove a text whose translation is on the page, and insert something before it. */
function acceptMovedNodes(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function removeTranslated<T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const shown = translations.get(child) ?? child;
    shown.parentNode?.removeChild(shown);
    return child;
  };
  Node.prototype.insertBefore = function insertTranslated<T extends Node>(
    this: Node,
    node: T,
    next: Node | null,
  ): T {
    return insertBefore.call(this, node, next && childOf(this, next)) as T;
  };
}

/** The parent's child that contains the node or its translation; null if none does. */
function childOf(parent: Node, node: Node): Node | null {
  let place: Node | null = translations.get(node) ?? node;
  while (place && place.parentNode !== parent) place = place.parentNode;
  return place;
}
