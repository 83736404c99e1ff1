// Creates the package that `npx tillgate` runs from: the build, its data, and the library files it
// loads. Nothing is built or fetched at installation.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { build } from './build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const OWN = ['bin', 'dist', 'fonts', 'safety', 'README.md', 'CHANGELOG.md', 'LICENSE'];
/** Our own files that only a build, a debugger or the training of the content check needs. */
const NOT_SHIPPED =
  /\.(map|ts|tsbuildinfo)$|\/dist\/\.built$|\/safety\/(dictionary|texts)(\/|$)|\/node_modules(\/|$)/;
/** Code is shipped only if it is loaded; other files of a library are its data or license. */
const CODE = /\.([cm]?[jt]sx?|map|flow|tsbuildinfo)$/;
const NOT_DATA = /\.(md|markdown|ya?ml|lock|html|png|gif|svg|tgz|gz|pdf)$/i;
const LICENCE = /^(licen[cs]e|notice|copying)/i;
/** Library folders that contain no runtime files. */
const ASIDE = /\/(test|tests|__tests__|docs?|examples?|benchmarks?|types|src|\.[^/]+)\//;
/** Loaded by a computed name, so imports can't be traced. */
const WHOLE = ['transliteration'];
/** Only resolved, to find the engine's folder. */
const LOOKED_UP = '/@electric-sql/pglite/dist/index.cjs';

/** Packs into the folder; returns the path of the file. */
export async function makePackage(folder) {
  await build((line) => process.stderr.write(`${line}\n`));
  const stage = mkdtempSync(join(tmpdir(), 'tillgate-package-'));
  try {
    for (const name of OWN) {
      const filter = (path) => !NOT_SHIPPED.test(path);
      cpSync(join(root, name), join(stage, name), { recursive: true, filter });
    }
    await copyLibraries(stage);
    writeManifest(stage);
    const args = ['pack', stage, '--pack-destination', folder, '--json', '--ignore-scripts'];
    const printed = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    const name = /"filename":\s*"([^"]+)"/.exec(printed)[1];
    return join(folder, name);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** The libraries are bundled as tested: none is fetched again at installation. */
function writeManifest(stage) {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { private: _, scripts, devDependencies, overrides, ...shipped } = own;
  const bundleDependencies = Object.keys(own.dependencies);
  const manifest = { ...shipped, bundleDependencies };
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function copyLibraries(stage) {
  const loaded = await loadedFiles();
  for (const path of productionPackages()) {
    for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      const inside = `/${relative(path, file)}`;
      if (!entry.isFile() || inside.includes('/node_modules/')) continue;
      const isWhole = WHOLE.some((name) => path.endsWith(`/node_modules/${name}`));
      const isLoaded = loaded.has(file) || file.endsWith(LOOKED_UP);
      if (!isLoaded && !isShipped(inside, entry.name, isWhole)) continue;
      const target = join(stage, relative(root, file));
      mkdirSync(dirname(target), { recursive: true });
      cpSync(file, target);
    }
  }
}

function isShipped(inside, name, isWhole) {
  if (inside === '/package.json' || LICENCE.test(name)) return true;
  if (isWhole) return !/\.(map|ts|md)$/.test(name);
  return !CODE.test(name) && !NOT_DATA.test(name) && !ASIDE.test(inside);
}

/** Every file that the build imports or requires, directly or indirectly. */
async function loadedFiles() {
  const dist = join(root, 'dist');
  const entries = readdirSync(dist, { recursive: true })
    .filter((name) => /\.m?js$/.test(name) && !/^(dashboard|prepared)/.test(name))
    .map((name, index) => [`entry${index}`, join(dist, name)]);
  // Both ways, because a package may provide a separate file for each.
  const ways = [await trace(entries, 'import'), await trace(entries, 'require')];
  return new Set(ways.flat());
}

async function trace(entries, way) {
  const bundle = await rolldown({
    input: Object.fromEntries(entries),
    platform: 'node',
    // Resolve as Node.js does, which doesn't know the `module` field of bundlers.
    resolve: { mainFields: ['main'], conditionNames: ['node', way] },
    treeshake: false,
    logLevel: 'silent',
  });
  try {
    await bundle.generate({ format: 'esm' });
    return await bundle.watchFiles;
  } finally {
    await bundle.close();
  }
}

/** The folders of all runtime libraries, from the lock file. */
function productionPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev, optional, peer }]) => path !== '' && !dev && !optional && !peer)
    .map(([path]) => join(root, path));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = await makePackage(resolve('.'));
  process.stdout.write(`${relative(process.cwd(), file)}\n`);
}
