// npm run image: a container image of the headless app, from bundles and a base image. Needs no container engine.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { AirlockError } from '../core/base/errors/airlock-error.ts';
import { createAccess } from '../core/registry/access/create-access.ts';
import { createRegistries } from '../core/registry/client/registries.ts';
import { buildImage } from './packages/build-image.ts';
import { bundleLayer } from './packages/image-layer.ts';
import { openBase, parsePlace, writeImage } from './packages/image-places.ts';
import { ROOT } from './run.ts';

const USAGE = `npm run image -- --base BASE --to DESTINATION [--bundle FILE]... [--authfile FILE]

BASE and DESTINATION: docker://HOST/REPOSITORY:TAG or oci://DIRECTORY
--bundle: tar.gz of npm run bundle, one for each architecture (default: those in dist/packages)`;

try {
  await main();
} catch (error) {
  const { message } = error as Error;
  process.stderr.write(`${message}\n`);
  if (error instanceof AirlockError && error.remedy) process.stderr.write(`    ${error.remedy}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      base: { type: 'string' },
      to: { type: 'string' },
      bundle: { type: 'string', multiple: true },
      authfile: { type: 'string' },
    },
  });
  if (values.base === undefined || values.to === undefined) throw new Error(USAGE);
  const [from, place] = [parsePlace(values.base), parsePlace(values.to)];
  const layers = [];
  for (const file of values.bundle ?? (await builtBundles())) {
    await checkChecksum(resolve(file));
    layers.push(await bundleLayer(resolve(file)));
  }
  const access = await createAccess({ env: process.env, home: homedir(), authFile: values.authfile });
  const registries = createRegistries({ access });
  try {
    await using base = await openBase(from, registries);
    const image = await buildImage(base.reader, base.source, layers);
    await writeImage(image, base, { place, tag: layers[0]!.version, registries });
    const { digest } = image.manifests.at(-1)!;
    process.stdout.write(`${values.to} ${digest} (${image.architectures.join(', ')})\n`);
  } finally {
    await registries.close();
    await access.close();
  }
}

/** Returns the bundles of this version in `dist/packages`. @throws Error if there is none */
async function builtBundles(): Promise<string[]> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const files = ['x64', 'arm64']
    .map((architecture) => join(ROOT, 'dist', 'packages', `airlock-${version}-linux-${architecture}.tar.gz`))
    .filter((file) => existsSync(file));
  if (files.length > 0) return files;
  throw new Error('No bundle found in dist/packages. Run `npm run bundle`, or give one with --bundle FILE.');
}

/** Compares a bundle with the checksum next to it, if there is one. @throws Error */
async function checkChecksum(file: string): Promise<void> {
  const stated = await readFile(`${file}.sha256`, 'utf8').catch(() => undefined);
  if (stated === undefined) return;
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  if (stated.slice(0, 64) !== hash.digest('hex'))
    throw new Error(`${file} doesn't match its checksum in ${file}.sha256. Build or copy it again.`);
}
