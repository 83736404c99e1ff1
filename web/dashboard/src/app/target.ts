import { useNavigate } from '@tanstack/react-router';

/** A path with or without `?…`, in the router's format. */
export function target(path: string): object {
  const [to, query] = path.split('?', 2) as [string, string | undefined];
  return { to, search: Object.fromEntries(new URLSearchParams(query)) };
}

/** Navigates to a path below `/dashboard`: `go(pathTo('orders?status=pending'))`. */
export function useGo(): (path: string) => void {
  const navigate = useNavigate();
  return (path) => {
    navigate(target(path) as Parameters<typeof navigate>[0]);
  };
}
