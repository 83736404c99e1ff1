/*
 * A stand-in for Firefox's page translation, which needs models that a distribution doesn't ship. It
 * translates a paragraph as a whole: takes out all children, writes the translation into the texts in
 * their order, and puts back what the translation has. Texts side by side become one, so the others
 * are gone. It also translates attributes, and what changes later.
 */
import { TRANSLATED } from './translator.ts';

/** Runs in the page, before its scripts. `globalThis.translations` counts what was translated. */
export const IN_PLACE_TRANSLATOR = `addEventListener('DOMContentLoaded', () => {
  globalThis.translations = 0;
  const untouched = 'script, style, code, textarea, svg, canvas, [translate=no], [contenteditable]';
  const attributes = ['aria-label', 'placeholder', 'title'];
  const done = new WeakMap();
  const isText = (node) => node.nodeType === Node.TEXT_NODE;
  const isNew = (text) => text.data.trim() !== '' && done.get(text) !== text.data;
  const write = (text, words) => {
    text.data = '${TRANSLATED}' + words.replaceAll('${TRANSLATED}', '');
    done.set(text, text.data);
    globalThis.translations += 1;
  };
  const merge = (element) => {
    const children = [...element.childNodes];
    const texts = children.filter(isText);
    children.forEach((child) => child.remove());
    let words = '';
    const putWords = () => {
      if (words === '') return;
      const text = texts.shift();
      if (words.trim()) write(text, words);
      else text.data = words;
      element.append(text);
      words = '';
    };
    for (const child of children) {
      if (isText(child)) {
        words += child.data;
        continue;
      }
      putWords();
      if (child.nodeType === Node.ELEMENT_NODE && child.textContent.trim()) merge(child);
      element.append(child);
    }
    putWords();
  };
  const translate = (element) => {
    if (element.closest(untouched)) return;
    const texts = [...element.childNodes].filter(isText);
    if (!texts.some((text) => text.data.trim())) {
      [...element.children].forEach(translate);
    } else if (element.querySelector(untouched + ', div, p, ul, table, button, input')) {
      texts.filter(isNew).forEach((text) => write(text, text.data));
      [...element.children].forEach(translate);
    } else {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) if (isNew(walker.currentNode)) return merge(element);
    }
  };
  const label = (element) => {
    const known = done.get(element) ?? {};
    for (const name of attributes) {
      const value = element.getAttribute(name);
      if (!value?.trim() || value === known[name]) continue;
      known[name] = '${TRANSLATED}' + value;
      element.setAttribute(name, known[name]);
      globalThis.translations += 1;
    }
    done.set(element, known);
  };
  const observer = new MutationObserver(() => setTimeout(run, 25));
  const run = () => {
    observer.disconnect();
    translate(document.body);
    document.querySelectorAll(attributes.map((name) => '[' + name + ']').join()).forEach(label);
    observer.observe(document.body, {
      ...{ childList: true, characterData: true, subtree: true },
      attributeFilter: attributes,
    });
  };
  run();
});`;
