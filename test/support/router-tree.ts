/** `GET /store/{slug}` and all other routes of Fastify's tree, which indents by four characters. */
export function routesOf(tree: string): string[] {
  const parents: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const found = /^(.*?[├└]── )(\S+)(?: \((.+)\))?$/.exec(line);
    if (!found) return [];
    const [, indent = '', part = '', methods = ''] = found;
    const depth = indent.length / 4;
    parents.length = depth;
    // The tree leaves out the slash between a parameter and `*`.
    const path = `${parents[depth - 1] ?? ''}${part}`.replace('//', '/').replace(/(\w)\*/, '$1/*');
    parents[depth] = path;
    // Paths under `/v1` answer every method in the same way, actions are none of Fastify's routes.
    const own = path.startsWith('/v1/') ? ['POST'] : methods.split(', ');
    return own
      .filter((method) => method !== '' && method !== 'HEAD')
      .map((method) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  });
}
