import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { Box, Input } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { styleNonce } from '../../app/style-nonce.ts';
import { editorTheme, highlighting } from './editor-theme.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Ctrl-Enter or Cmd-Enter. */
  readonly onRun: () => void;
  /** The language with completion and checks; a new list re-creates the editor. */
  readonly language: Extension;
  readonly hint?: string;
  readonly minHeight: number;
}

/** A code editor. Tab moves the focus, as everywhere on the page. */
export function CodeEditor(props: Props) {
  const { label, value, language, hint, minHeight } = props;
  const id = useId();
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    if (!parent.current) return;
    const extensions = [
      runKey(() => latest.current.onRun()),
      baseExtensions(id, hint),
      language,
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) latest.current.onChange(state.doc.toString());
      }),
    ];
    const state = EditorState.create({ doc: latest.current.value, extensions });
    const view = new EditorView({ state, parent: parent.current });
    editor.current = view;
    return () => view.destroy();
  }, [language, id, hint]);
  useEffect(() => {
    const view = editor.current;
    if (!view || view.state.doc.toString() === value) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
  }, [value]);
  return (
    <div>
      <Input.Label id={id} labelElement="div">
        {label}
      </Input.Label>
      <Box ref={parent} mih={minHeight} className="code-editor" />
    </div>
  );
}

function runKey(onRun: () => void): Extension {
  const run = () => {
    onRun();
    return true;
  };
  return Prec.highest(keymap.of([{ key: 'Mod-Enter', run, preventDefault: true }]));
}

/** Extensions shared by all editors. */
function baseExtensions(labelledBy: string, hint: string | undefined): Extension {
  return [
    EditorView.cspNonce.of(styleNonce()),
    EditorView.contentAttributes.of({ 'aria-labelledby': labelledBy }),
    EditorView.lineWrapping,
    history(),
    bracketMatching(),
    closeBrackets(),
    autocompletion(),
    syntaxHighlighting(highlighting),
    editorTheme,
    hint ? placeholder(hint) : [],
    keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
  ];
}
