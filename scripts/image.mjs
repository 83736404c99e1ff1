// Builds the image with buildah, podman or docker, whichever is installed, and prints its size.
//   npm run image -- --base <image> --tag <name>
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const MEGABYTE = 1_000_000;
/** The OCI format has no health checks; docker always writes its own format. */
const BUILDERS = {
  buildah: ['build', '--format', 'docker'],
  podman: ['build', '--format', 'docker'],
  docker: ['build'],
};

/** Builds the image; the base is the Dockerfile's own unless another one is given. */
export function buildImage({ tag, base, more = [], stdio = 'inherit' }) {
  const builder = Object.keys(BUILDERS).find(isThere);
  if (!builder) {
    throw new Error(`Install one of ${Object.keys(BUILDERS).join(', ')}, then run this again.`);
  }
  const from = base ? ['--build-arg', `BASE=${base}`] : [];
  execFileSync(builder, [...BUILDERS[builder], ...from, ...more, '--tag', tag, root], { stdio });
  return builder;
}

function isThere(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

function sizeOf(builder, tag) {
  const format = builder === 'buildah' ? ['images', '--json', tag] : ['image', 'inspect', tag];
  const [{ size, Size = size }] = JSON.parse(execFileSync(builder, format, { encoding: 'utf8' }));
  return typeof Size === 'number' ? `${Math.round(Size / MEGABYTE)} MB` : Size;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { values } = parseArgs({ options: { base: { type: 'string' }, tag: { type: 'string' } } });
  const tag = values.tag ?? `tillgate:${version}`;
  try {
    const builder = buildImage({ ...values, tag });
    process.stdout.write(`${tag}: ${sizeOf(builder, tag)}, its base included\n`);
  } catch ({ message }) {
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  }
}
