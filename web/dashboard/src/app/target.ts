import { useNavigate } from '@tanstack/react-router';

/** A path with or without `?…`, as the router wants it. */
export function target(path: string): object {
  const [to, query] = path.split('?', 2) as [string, string | undefined];
  return { to, search: Object.fromEntries(new URLSearchParams(query)) };
}

/** Goes to a path behind `/dashboard`: `go(pathTo('orders?status=pending'))`. */
export function useGo(): (path: string) => void {
  const navigate = useNavigate();
  return (path) => {
    navigate(target(path) as Parameters<typeof navigate>[0]);
  };
}
