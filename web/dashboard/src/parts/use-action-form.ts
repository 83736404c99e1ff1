import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ActionPath, Input, Output } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { changedFields, differing, onTopOf } from './changed-fields.ts';
import { type Conflict, changesBetween } from './conflict.ts';
import { type FieldWords, fieldWords, focusFirst, wrongFields } from './form-checks.ts';
import { type ActionCall, useAction } from './use-action.ts';
import { useLeaveGuard } from './use-leave-guard.tsx';

interface Spec<Path extends ActionPath, Values> {
  /** The initial values; for an edit, the ones read last. */
  readonly initial: Values;
  /** Builds the body from the form's values; by default, the values themselves. */
  readonly body?: (values: Values) => Input<Path>;
  /** Error messages by field, in addition to the browser's validation. */
  readonly check?: (values: Values) => Readonly<Record<string, string | null>>;
  /** Fields of errors that don't name them: words of the message → field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** For an edit: only changed fields are sent, and only if `updatedAt` is still current. */
  readonly edits?: { readonly updatedAt: string; readonly labels: FieldWords };
  /** Asks before leaving a page with unsaved changes; by default, only for an edit. */
  readonly guardsLeaving?: boolean;
  /** Clears the form on success, unless something else has been typed since. */
  readonly isCleared?: true;
  readonly done?: string;
  readonly onDone?: (data: Output<Path>) => void;
}

export interface ActionForm<Path extends ActionPath, Values> {
  readonly form: UseFormReturnType<Values>;
  readonly action: ActionCall<Path>;
  /** Props of the `form` element. */
  readonly props: {
    readonly onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void;
    readonly noValidate: true;
  };
  /** The error, unless it is shown at a field or as `conflict`. */
  readonly problem: Error | null;
  /** Set if someone else has saved in the meantime. */
  readonly conflict: Conflict | null;
  /** Restarts the form with values that another action has saved. */
  readonly restart: (values: Values, updatedAt: string) => void;
  /** Continues from the values read last, with the user's unsaved changes on top. */
  readonly rebase: () => void;
}

/** A form that calls an action; an error is shown at the field it names, otherwise as `problem`. */
export function useActionForm<Path extends ActionPath, Values extends Record<string, unknown>>(
  path: Path,
  {
    initial,
    body,
    check,
    fields = {},
    edits,
    guardsLeaving,
    isCleared,
    done,
    onDone,
  }: Spec<Path, Values>,
): ActionForm<Path, Values> {
  const client = useQueryClient();
  const form = useForm<Values>({ initialValues: initial });
  const [base, setBase] = useState({ values: initial, updatedAt: edits?.updatedAt });
  // A ref, because `onDone` may leave the page before the next render.
  const saved = useRef(initial);
  // The submitted values, without what is typed while the action runs.
  const sent = useRef(initial);
  // The last error shown at a field, which stays there: typing in the field clears it.
  const atField = useRef<unknown>(null);
  const begin = (values: Values, updatedAt: string | undefined) => {
    saved.current = values;
    setBase({ values, updatedAt });
  };
  const action = useAction(path, {
    ...(done ? { done } : {}),
    onDone: (data) => {
      begin(sent.current, updatedAtOf(data) ?? edits?.updatedAt);
      if (isCleared && differing(sent.current, form.getValues()).length === 0) form.reset();
      onDone?.(data);
    },
  });
  const isGuarded = guardsLeaving ?? edits !== undefined;
  useLeaveGuard(() => isGuarded && differing(saved.current, form.getValues()).length > 0);
  const bodyOf = (values: Values) => (body ? body(values) : (values as unknown as Input<Path>));
  const send = async (values: Values, element: HTMLFormElement | null) => {
    sent.current = values;
    try {
      const whole = bodyOf(values);
      const since = { ifUnmodifiedSince: base.updatedAt };
      const changed = () => ({ ...changedFields(bodyOf(base.values), whole), ...since });
      await action.send(edits ? changed() : whole);
    } catch (error) {
      // Refetches the other user's version, so that the difference can be shown.
      if (isStale(error)) await client.invalidateQueries();
      const field = fieldOf(error, Object.keys(initial), fields);
      if (!field) return;
      atField.current = error;
      form.setFieldError(field, fieldWords((error as Error).message));
      if (element) focusFirst(element, [field]);
    }
  };
  const onSubmit = (event?: React.FormEvent<HTMLFormElement>) => {
    event?.preventDefault();
    const element = event?.currentTarget ?? null;
    const values = form.getValues();
    const said = Object.entries(check?.(values) ?? {}).filter(([, words]) => words !== null);
    const found = { ...(element ? wrongFields(element) : {}), ...Object.fromEntries(said) };
    form.setErrors(found);
    const wrong = Object.keys(found);
    if (wrong.length === 0) void send(values, element);
    else if (element) focusFirst(element, wrong);
  };
  const continueFrom = (values: Values) => {
    form.setValues(values);
    begin(initial, edits?.updatedAt);
    action.reset();
  };
  const restart = (values: Values, updatedAt: string) => {
    form.setValues(values);
    begin(values, updatedAt);
    action.reset();
  };
  const rebase = () => continueFrom(onTopOf(base.values, form.getValues(), initial));
  const conflict = (): Conflict | null => {
    if (!edits || !isStale(action.error)) return null;
    return {
      changes: changesBetween(base.values, form.getValues(), initial, edits.labels),
      keepMine: rebase,
      takeTheirs: () => continueFrom(initial),
    };
  };
  const found = conflict();
  const isShown = found !== null || Object.keys(form.errors).length > 0;
  const problem = isShown || action.error === atField.current ? null : action.error;
  const props = { onSubmit, noValidate: true } as const;
  return { form, action, props, problem, conflict: found, restart, rebase };
}

/** Whether the edit conflicts with another one (docs/contract/endpoints.md#if-unmodified-since). */
function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.message.startsWith('Changed meanwhile');
}

/** The `updatedAt` of the object in an action's response. */
function updatedAtOf(data: unknown): string | undefined {
  const [thing] = Object.values(data as Readonly<Record<string, unknown>>);
  return (thing as { readonly updatedAt?: string } | undefined)?.updatedAt;
}

/** The field that an error belongs to: one mapped by the form, or one named in the message. */
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
