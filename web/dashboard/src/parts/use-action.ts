import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ActionPath, type Input, type Output, pause } from '../api/client.ts';
import { isAnswerLost, makeChange } from '../api/make-change.ts';
import { isEnvironment } from '../app/place.ts';
import { withStepUp } from '../app/step-up.tsx';
import { notify } from './overlays.tsx';

/** Milliseconds a change that was made waits for what the page shows to be read again. */
const READ_AGAIN_MS = 3_000;

interface Options<Path extends ActionPath> {
  /** The message shown on success. */
  readonly done?: string;
  readonly onDone?: (data: Output<Path>, input: Input<Path>) => void;
}

/** An action and the state of its call; all queries are refetched unless it was refused. */
export interface ActionCall<Path extends ActionPath> {
  /** Calls it; `isBusy` and `error` reflect the outcome. */
  readonly run: (input: Input<Path>) => void;
  /** Calls it; throws its error. */
  readonly send: (input: Input<Path>) => Promise<Output<Path>>;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly data: Output<Path> | undefined;
  readonly reset: () => void;
}

/** Calls an action in the page's environment with `makeChange`, and shows the answer's warnings. */
export function useAction<Path extends ActionPath>(
  path: Path,
  { done, onDone }: Options<Path> = {},
): ActionCall<Path> {
  const { environment } = useParams({ strict: false });
  const client = useQueryClient();
  const mutation = useMutation<Output<Path>, Error, Input<Path>>({
    mutationFn: (input) =>
      withStepUp(() =>
        makeChange(path, input, isEnvironment(environment) ? environment : null, warn),
      ),
    onSuccess: async (data, input) => {
      await Promise.race([client.invalidateQueries(), pause(READ_AGAIN_MS)]);
      if (done) notify(done, 'green');
      onDone?.(data, input);
    },
    // Shows whether the change was made.
    onError: (error) => {
      if (isAnswerLost(error)) void client.invalidateQueries();
    },
  });
  return {
    run: (input) => mutation.mutate(input),
    send: (input) => mutation.mutateAsync(input),
    isBusy: mutation.isPending,
    error: mutation.error,
    data: mutation.data,
    reset: mutation.reset,
  };
}

const warn = (message: string) => void notify(message, 'yellow');
