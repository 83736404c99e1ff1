import { type UseFormReturnType, useForm } from '@mantine/form';
import type { ActionPath, Input, Output } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { type ActionCall, useAction } from './use-action.ts';

interface Spec<Path extends ActionPath, Values> {
  readonly initial: Values;
  /** The body that the form's values make; left out: the values themselves. */
  readonly body?: (values: Values) => Input<Path>;
  /** Field of an error that does not name it: words of its message → field. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly done?: string;
  readonly onDone?: (data: Output<Path>) => void;
}

export interface ActionForm<Path extends ActionPath, Values> {
  readonly form: UseFormReturnType<Values>;
  readonly action: ActionCall<Path>;
  /** Props of the `form` element. */
  readonly props: { readonly onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void };
  /** The error, unless a field shows it. */
  readonly problem: Error | null;
}

/** A form that sends an action; a refusal shows at the field it names, else above. */
export function useActionForm<Path extends ActionPath, Values extends Record<string, unknown>>(
  path: Path,
  { initial, body, fields = {}, done, onDone }: Spec<Path, Values>,
): ActionForm<Path, Values> {
  const form = useForm<Values>({ initialValues: initial });
  const action = useAction(path, { ...(done ? { done } : {}), ...(onDone ? { onDone } : {}) });
  const onSubmit = form.onSubmit(async (values) => {
    form.clearErrors();
    try {
      await action.send(body ? body(values) : (values as unknown as Input<Path>));
    } catch (error) {
      const field = fieldOf(error, Object.keys(initial), fields);
      if (field) form.setFieldError(field, (error as Error).message);
    }
  });
  const isShown = Object.keys(form.errors).length > 0;
  return { form, action, props: { onSubmit }, problem: isShown ? null : action.error };
}

/** The field that a refusal is about: one that the message names, or one that the form knows. */
export function fieldOf(
  error: unknown,
  names: readonly string[],
  known: Readonly<Record<string, string>>,
): string | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null;
  const message = error.message.toLowerCase();
  const said = Object.keys(known).find((words) => message.includes(words.toLowerCase()));
  if (said !== undefined) return known[said] ?? null;
  return names.find((name) => new RegExp(`\\b${name.toLowerCase()}\\b`).test(message)) ?? null;
}
