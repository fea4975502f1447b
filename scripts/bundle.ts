// npm run bundle: one tar.gz with Node and everything else, for hosts without npm and without a network.
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packDirectory } from './packages/archive.ts';
import { assembleBundle, type BundledNode, EXECUTABLES } from './packages/assemble-bundle.ts';
import { buildPages } from './packages/build-pages.ts';
import { checksumSigner, writeChecksums } from './packages/checksums.ts';
import { commitTime } from './packages/commit-time.ts';
import { SIGN_OPTIONS } from './packages/options.ts';
import { runScript } from './packages/run-script.ts';
import { ROOT } from './run.ts';

await runScript(async () => {
  const { values } = parseArgs({
    options: { output: { type: 'string', default: join(ROOT, 'dist', 'packages') }, ...SIGN_OPTIONS },
  });
  process.env.NODE_ENV = 'production';
  const output = resolve(values.output);
  const signer = checksumSigner(values);
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
    await writeChecksums(`${archive}.sha256`, [basename(archive)], signer);
    const { size } = await stat(archive);
    process.stdout.write(`${archive} (${(size / 1e6).toFixed(1)} MB)\n`);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
});

/** The Node that runs this script: the development dependency `node`. */
async function nodeOfCheckout(): Promise<BundledNode> {
  const packages = join(ROOT, 'node_modules', 'node', 'node_modules');
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const license = await readFile(join(packages, `node-${platform}-${process.arch}`, 'LICENSE'), 'utf8');
  return { file: process.execPath, license, versions: process.versions };
}
