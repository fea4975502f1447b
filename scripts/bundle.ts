// npm run bundle: one tar.gz with Node and everything else, for hosts without npm and without a network.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { packDirectory } from './packages/archive.ts';
import { assembleBundle, type BundledNode, EXECUTABLES } from './packages/assemble-bundle.ts';
import { buildPages } from './packages/build-pages.ts';
import { ROOT } from './run.ts';

const { values } = parseArgs({
  options: { output: { type: 'string', default: join(ROOT, 'dist', 'packages') } },
});
process.env.NODE_ENV = 'production';
const output = resolve(values.output);
// Comments in the bundles name sources relative to the working directory.
process.chdir(ROOT);
await mkdir(output, { recursive: true });
const staging = await mkdtemp(join(output, '.bundle-'));
try {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const name = `airlock-${version}-${process.platform}-${process.arch}`;
  const time = commitTime();
  const pages = await buildPages(join(staging, 'pages'));
  const directory = join(staging, name);
  await assembleBundle(directory, { node: await nodeOfCheckout(), pages, time });
  const archive = join(output, `${name}.tar.gz`);
  await packDirectory(directory, archive, { root: name, executables: EXECUTABLES, time });
  await writeFile(`${archive}.sha256`, `${await sha256Of(archive)}  ${name}.tar.gz\n`);
  const { size } = await stat(archive);
  process.stdout.write(`${archive} (${(size / 1e6).toFixed(1)} MB)\n`);
} finally {
  await rm(staging, { recursive: true, force: true });
}

/** Time of the commit, so that two builds of it are identical. SOURCE_DATE_EPOCH replaces it outside a repository. */
function commitTime(): number {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given !== undefined) return Number(given);
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error('Set SOURCE_DATE_EPOCH, because this checkout has no git repository.');
  return Number(stdout);
}

/** The Node that runs this script: the development dependency `node`. */
async function nodeOfCheckout(): Promise<BundledNode> {
  const packages = join(ROOT, 'node_modules', 'node', 'node_modules');
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const license = await readFile(join(packages, `node-${platform}-${process.arch}`, 'LICENSE'), 'utf8');
  return { file: process.execPath, license, versions: process.versions };
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
