import { useParams } from '@tanstack/react-router';

/** The `$id` in the page's path. */
export function useId(): string {
  const { id } = useParams({ strict: false }) as { readonly id?: string };
  if (id === undefined) throw new Error('The path of this page has no $id');
  return id;
}
