import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colors with a contrast of 4.5 to 1, in light and in dark. */
const KEYWORD = 'light-dark(#9c36b5, #e599f7)';
const NAME = 'light-dark(#364fc7, #91a7ff)';
const TEXT = 'light-dark(#2b6b2f, #8ce99a)';
const NUMBER = 'light-dark(#a03e00, #ffc078)';
const QUIET = 'var(--mantine-color-dimmed)';

export const highlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword, tags.operatorKeyword], color: KEYWORD },
  { tag: [tags.propertyName, tags.variableName, tags.typeName, tags.atom], color: NAME },
  { tag: [tags.string], color: TEXT },
  { tag: [tags.number, tags.bool, tags.null], color: NUMBER },
  { tag: [tags.comment, tags.punctuation, tags.bracket], color: QUIET },
]);

const SURFACE = 'var(--mantine-color-body)';
const BORDER = '1px solid var(--mantine-color-default-border)';

/** The editor in the dashboard's colors. */
export const editorTheme = EditorView.theme({
  '&': {
    color: 'var(--mantine-color-text)',
    backgroundColor: SURFACE,
    border: BORDER,
    borderRadius: 'var(--mantine-radius-md)',
    fontSize: '0.8125rem',
    minHeight: 'inherit',
    maxHeight: '420px',
  },
  '&.cm-focused': { outline: '2px solid var(--mantine-primary-color-filled)' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-placeholder': { color: 'var(--mantine-color-placeholder)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--mantine-primary-color-light-hover)',
  },
  '.cm-tooltip': {
    color: 'var(--mantine-color-text)',
    backgroundColor: SURFACE,
    border: BORDER,
    borderRadius: 'var(--mantine-radius-sm)',
    maxWidth: '420px',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-primary-color-light-hover)',
  },
  '.cm-tooltip-hover': { padding: '0.375rem 0.5rem', whiteSpace: 'pre-wrap' },
  '.cm-completionInfo': { padding: '0.375rem 0.5rem' },
});
