/*
 * Keeps React working on a page that Firefox translates. Firefox takes out an element's children and
 * puts them back with the translation, in which texts side by side have become one: the others are
 * gone. React still refers to them. Before React changes such an element, it is restored, and Firefox
 * translates it again.
 */

/** An element's children before its translation, with the texts that they had. */
type Original = ReadonlyMap<Node, string | null>;

const originals = new WeakMap<Node, Original>();
/** The browser's own methods, which don't restore anything. */
const { insertBefore, appendChild, removeChild } = Node.prototype;
const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
/** The parent of a text that a translation has taken out. */
const formerParents = new WeakMap<Node, Node>();
let isGuarded = false;

/** Starts watching the page for such translations. */
export function keepMergedTexts(): void {
  new MutationObserver((changes) => {
    const parents = new Set(changes.filter(isTakenOut).map(({ target }) => target));
    for (const parent of parents) remember(parent, changes);
  }).observe(document.body, {
    ...{ childList: true, subtree: true, characterData: true },
    characterDataOldValue: true,
  });
}

function isTakenOut({ type, removedNodes: [first] }: MutationRecord): boolean {
  return type === 'childList' && first instanceof Text;
}

/** Only a translation puts back a text that it has taken out: React makes new ones. */
function remember(parent: Node, changes: readonly MutationRecord[]): void {
  const own = changes.filter(({ type, target }) => type === 'childList' && target === parent);
  const taken = own.flatMap(({ removedNodes }) => [...removedNodes]);
  const isPutBack = taken.some((node) => node instanceof Text && node.parentNode === parent);
  if (!isPutBack || taken.length === 1 || originals.has(parent)) return;
  const before = new Map(taken.map((node) => [node, textBefore(node, changes)]));
  originals.set(parent, before);
  for (const node of before.keys()) formerParents.set(node, parent);
  if (!isGuarded) guard();
  isGuarded = true;
}

function textBefore(node: Node, changes: readonly MutationRecord[]): string | null {
  if (!(node instanceof Text)) return null;
  const change = changes.find(({ type, target }) => type === 'characterData' && target === node);
  return change ? change.oldValue : node.data;
}

/** React's own ways to change the page; a translator's changes don't go through them. */
function guard(): void {
  const prototype = Node.prototype;
  // Possibly those of translated-page.ts, not the browser's own.
  const { insertBefore: insert, appendChild: append, removeChild: remove } = prototype;
  prototype.insertBefore = function insertRestored<T extends Node>(node: T, next: Node | null): T {
    restore(this);
    return insert.call(this, node, next) as T;
  };
  prototype.appendChild = function appendRestored<T extends Node>(node: T): T {
    restore(this);
    return append.call(this, node) as T;
  };
  prototype.removeChild = function removeRestored<T extends Node>(child: T): T {
    restore(this);
    return remove.call(this, child) as T;
  };
  Object.defineProperty(prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      restore(formerParents.get(this));
      nodeValue?.set?.call(this, value);
    },
  });
}

/** Puts an element's children back as they were, moving only what isn't in its place. */
function restore(parent: Node | undefined): void {
  const before = parent && originals.get(parent);
  if (!before) return;
  originals.delete(parent);
  for (const child of [...parent.childNodes]) {
    if (!before.has(child)) removeChild.call(parent, child);
  }
  let next: Node | null = null;
  for (const [node, text] of [...before].reverse()) {
    formerParents.delete(node);
    if (node instanceof Text && text !== null) node.data = text;
    if (node.parentNode !== parent || node.nextSibling !== next) {
      if (next) insertBefore.call(parent, node, next);
      else appendChild.call(parent, node);
    }
    next = node;
  }
}
