// npm run image: a container image of the headless app, from bundles and a base image. Needs no container engine.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createAccess } from '../core/registry/access/create-access.ts';
import type { InsecureHosts } from '../core/registry/access/endpoints.ts';
import { createRegistries } from '../core/registry/client/registries.ts';
import { buildImage } from './packages/build-image.ts';
import { ARCHITECTURES } from './packages/build-packages.ts';
import { sha256Line } from './packages/checksums.ts';
import { type BundleLayer, bundleLayer } from './packages/image-layer.ts';
import { openBase, type Place, parsePlace, writeImage } from './packages/image-places.ts';
import { runScript, UsageError } from './packages/run-script.ts';
import { ROOT } from './run.ts';

const USAGE = `npm run image -- --base BASE --to DESTINATION [--bundle FILE]... [--authfile FILE]
  [--src-tls-verify=false] [--dest-tls-verify=false]

BASE and DESTINATION: docker://HOST/REPOSITORY:TAG or oci://DIRECTORY
--bundle: tar.gz of npm run bundle, one for each architecture (default: those in dist/packages)`;

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      base: { type: 'string' },
      to: { type: 'string' },
      bundle: { type: 'string', multiple: true },
      authfile: { type: 'string' },
      'src-tls-verify': { type: 'string' },
      'dest-tls-verify': { type: 'string' },
    },
  });
  if (values.base === undefined || values.to === undefined) throw new UsageError(USAGE);
  const [from, place] = [parsePlace(values.base), parsePlace(values.to)];
  const layers = await readBundles(values.bundle ?? (await builtBundles()));
  const access = await createAccess({
    env: process.env,
    home: homedir(),
    authFile: values.authfile,
    insecureHosts: insecureHosts([
      [from, isFalse('--src-tls-verify', values['src-tls-verify'])],
      [place, isFalse('--dest-tls-verify', values['dest-tls-verify'])],
    ]),
  });
  // The remedy of a slow transfer names --min-rate, which only Airlock's commands have.
  const registries = createRegistries({ access, minimumRate: 0 });
  try {
    await using base = await openBase(from, registries);
    const image = await buildImage(base.reader, base.source, layers);
    await writeImage(image, base, { place, tag: layers[0]!.version, registries });
    const digests = new Set(image.blobs.map(({ descriptor }) => descriptor.digest));
    const built = layers.filter(({ digest }) => digests.has(digest)).map(({ architecture }) => architecture);
    process.stdout.write(`${values.to} ${image.index.digest} (${built.join(', ')})\n`);
  } finally {
    await registries.close();
    await access.close();
  }
});

/** Returns the bundles of this version in `dist/packages`. @throws UsageError if there is none */
async function builtBundles(): Promise<string[]> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const files = ARCHITECTURES.map((architecture) =>
    join(ROOT, 'dist', 'packages', `airlock-${version}-linux-${architecture}.tar.gz`),
  ).filter((file) => existsSync(file));
  if (files.length > 0) return files;
  throw new UsageError(
    'No bundle found in dist/packages. Run `npm run bundle`, or give one with --bundle FILE.',
  );
}

/** Reads bundles of one version for different architectures. @throws UsageError */
async function readBundles(files: readonly string[]): Promise<BundleLayer[]> {
  const found = new Map<string, { file: string; layer: BundleLayer }>();
  for (const file of files) {
    await checkChecksum(resolve(file));
    const layer = await bundleLayer(resolve(file));
    const same = found.get(layer.architecture);
    if (same)
      throw new UsageError(
        `${same.file} and ${file} are both for ${layer.architecture}. Give one bundle for each architecture.`,
      );
    const [first] = found.values();
    if (first && first.layer.version !== layer.version)
      throw new UsageError(
        `${first.file} is version ${first.layer.version}, and ${file} is version ${layer.version}. Give bundles of one version.`,
      );
    found.set(layer.architecture, { file, layer });
  }
  return [...found.values()].map(({ layer }) => layer);
}

/** Compares a bundle with the checksum next to it, if there is one. @throws UsageError */
async function checkChecksum(file: string): Promise<void> {
  if (!existsSync(file))
    throw new UsageError(`${file} doesn't exist. Give the tar.gz file of \`npm run bundle\`.`);
  const stated = await readFile(`${file}.sha256`, 'utf8').catch(() => undefined);
  if (stated === undefined || stated.slice(0, 64) === (await sha256Line(file)).slice(0, 64)) return;
  throw new UsageError(`${file} doesn't match its checksum in ${file}.sha256. Build or copy it again.`);
}

/** Returns whether an option is `false`. @throws UsageError for a value other than true and false */
function isFalse(option: string, value = 'true'): boolean {
  if (value !== 'true' && value !== 'false') throw new UsageError(`${option} must be true or false.`);
  return value === 'false';
}

/** Returns the hosts whose certificates needn't be verified. */
function insecureHosts(places: [Place, boolean][]): InsecureHosts {
  const hosts = places.flatMap(([place, insecure]) =>
    insecure && 'registry' in place ? [place.registry.registry] : [],
  );
  return (host) => hosts.includes(host) || undefined;
}
