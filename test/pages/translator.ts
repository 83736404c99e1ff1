/*
 * A stand-in for a browser's page translation, which needs a service on the internet. As Chromium's
 * does, it replaces each text by two nested `font` elements, also those that appear later, and leaves
 * out what isn't to be translated.
 */

/** What it puts in front of each text. */
export const TRANSLATED = '»';

/** Runs in the page, before its scripts. */
export const TRANSLATOR = `addEventListener('DOMContentLoaded', () => {
  const untouched = 'script, style, textarea, option, font, [translate=no], [contenteditable]';
  const font = (...content) => {
    const element = document.createElement('font');
    element.append(...content);
    return element;
  };
  const translate = (text) => {
    if (!text.data.trim() || !text.parentElement || text.parentElement.closest(untouched)) return;
    text.replaceWith(font(font('${TRANSLATED}' + text.data)));
  };
  const translateAll = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(translate);
  };
  new MutationObserver(() => setTimeout(() => translateAll(document.body))).observe(document.body, {
    childList: true,
    characterData: true,
    subtree: true,
  });
});`;
