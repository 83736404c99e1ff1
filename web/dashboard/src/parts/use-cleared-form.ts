import { useRef } from 'react';
import type { ActionPath } from '../api/client.ts';
import { differing } from './changed-fields.ts';
import { type ActionForm, useActionForm } from './use-action-form.ts';

type Spec<Path extends ActionPath, Values extends Record<string, unknown>> = Parameters<
  typeof useActionForm<Path, Values>
>[1];

/** A form that is cleared when its action succeeds, unless something else has been typed since. */
export function useClearedForm<Path extends ActionPath, Values extends Record<string, unknown>>(
  path: Path,
  spec: Omit<Spec<Path, Values>, 'onDone'> & Required<Pick<Spec<Path, Values>, 'body'>>,
): ActionForm<Path, Values> {
  const sent = useRef(spec.initial);
  const made = useActionForm(path, {
    ...spec,
    body: (values) => {
      sent.current = values;
      return spec.body(values);
    },
    onDone: () => {
      if (differing(sent.current, made.form.getValues()).length === 0) made.form.reset();
    },
  });
  return made;
}
