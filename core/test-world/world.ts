import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loopbackAddress } from '../base/files/loopback-address.ts';
import { type RegistryServer, startRegistryServer } from '../registry/server/start.ts';
import { directoryStorage } from '../registry/server/storage/directory-storage.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { buildPracticeContent, REAL_NAMES } from './content.ts';
import { fillStorage } from './fill-storage.ts';
import { type PracticeSet, type PracticeSetName, practiceSets } from './image-sets.ts';
import { type PracticeInventory, takeInventory } from './inventory.ts';
import type { PRACTICE_SCALES, PracticeNames, PracticeScale } from './materials.ts';
import type { ReleaseKeyType } from './release-signer.ts';
import { type PracticeServices, startPracticeServices } from './services.ts';

export interface PracticeWorldOptions {
  /** The directory for the world's files, created if absent. The caller removes it. */
  directory: string;
  /** `default` is about 25 MB, `tiny` about 1 MB. */
  size?: keyof typeof PRACTICE_SCALES | PracticeScale;
  /** The same seed, size and `real` names result in the same digests. */
  seed?: string;
  /** `real`: references use quay.io and others, and registries.conf maps these to the upstream. `loopback`: they use the upstream itself. */
  names?: 'real' | 'loopback';
  /** The first of three ports: upstream, destination, services. 0 selects free ones. */
  port?: number;
  /** The type of the key that signs releases. Default: `ecc`. */
  releaseKey?: ReleaseKeyType;
}

/** A running practice world. */
export interface PracticeWorld {
  directory: string;
  upstream: RegistryServer;
  /** Empty in a new directory; retained in `directory` across restarts. */
  destination: RegistryServer;
  services: PracticeServices;
  /** The environment of a client in this world. */
  environment: Record<string, string>;
  inventory: PracticeInventory;
  /** `file` is the ImageSetConfiguration on disk: `imageset.yaml` for `core`, `imageset-NAME.yaml` for others. */
  sets: Record<PracticeSetName, PracticeSet & { file: string }>;
  /** Stops the servers; the directory remains. */
  close(): Promise<void>;
}

/**
 * Starts an upstream registry with releases, operators and images, an empty destination registry, and the services
 * for releases, all on the loopback address, and writes the files for clients to `directory`.
 * @throws AirlockError `connection` when a port is in use; file system errors when the directory isn't writable
 */
export async function startPracticeWorld(options: PracticeWorldOptions): Promise<PracticeWorld> {
  const { size = 'default', seed = '1', names = 'real', port = 0, releaseKey = 'ecc' } = options;
  const directory = resolve(options.directory);
  await mkdir(directory, { recursive: true });
  await using started = new AsyncDisposableStack();
  const running = <T extends { close(): Promise<void> }>(server: T): T =>
    started.adopt(server, (each) => each.close());
  const portOf = (offset: number) => (port === 0 ? 0 : port + offset);

  const shelves = memoryStorage();
  const upstream = running(await startRegistryServer({ storage: shelves, port: portOf(0) }));
  const content = buildPracticeContent({ seed, size, names: hostNames(names, upstream.host) });
  await fillStorage(shelves, content.repositories);
  const inventory = takeInventory(content);
  const destination = running(
    await startRegistryServer({
      storage: directoryStorage(join(directory, 'destination')),
      port: portOf(1),
      // Mirror sets of OpenShift reject IPv6 addresses.
      name: loopbackAddress() === '::1' ? 'localhost' : undefined,
    }),
  );
  const services = running(await startPracticeServices(inventory.releases, portOf(2), releaseKey));

  const files = clientFiles(directory);
  await writeFile(files.registriesConf, registriesConf(names, upstream.host, destination));
  await writeFile(files.releaseKey, services.publicKey);
  await writeFile(files.auth, '{"auths": {}}\n');
  const sets = await writeSets(directory, inventory);
  const servers = started.move();
  return {
    directory,
    upstream,
    destination,
    services,
    inventory,
    sets,
    environment: {
      UPDATE_URL_OVERRIDE: services.updateUrl,
      OCP_SIGNATURE_URL: services.signatureUrl,
      OCP_SIGNATURE_VERIFICATION_PK: files.releaseKey,
      CONTAINERS_REGISTRIES_CONF: files.registriesConf,
      REGISTRY_AUTH_FILE: files.auth,
      NO_PROXY: '127.0.0.1,::1,localhost',
      no_proxy: '127.0.0.1,::1,localhost',
    },
    close: () => servers.disposeAsync(),
  };
}

function hostNames(names: 'real' | 'loopback', upstream: string): PracticeNames {
  return names === 'real' ? REAL_NAMES : { quay: upstream, redhat: upstream, access: upstream };
}

function clientFiles(directory: string) {
  return {
    registriesConf: join(directory, 'registries.conf'),
    releaseKey: join(directory, 'release-key.asc'),
    // Empty, so that the user's credentials are never sent here.
    auth: join(directory, 'auth.json'),
  };
}

function registriesConf(
  names: 'real' | 'loopback',
  upstream: string,
  destination: Pick<RegistryServer, 'host' | 'url'>,
): string {
  const mapped = names === 'real' ? Object.values(REAL_NAMES) : [upstream];
  return [...mapped.map((prefix) => [prefix, upstream]), [destination.host, new URL(destination.url).host]]
    .map(
      ([prefix, location]) =>
        `[[registry]]\nprefix = "${prefix}"\nlocation = "${location}"\ninsecure = true\n`,
    )
    .join('\n');
}

async function writeSets(
  directory: string,
  inventory: PracticeInventory,
): Promise<Record<PracticeSetName, PracticeSet & { file: string }>> {
  const write = async (name: string, set: PracticeSet) => {
    const file = join(directory, name);
    await writeFile(file, set.yaml);
    return { ...set, file };
  };
  const sets = practiceSets(inventory);
  return {
    core: await write('imageset.yaml', sets.core),
    'release-one': await write('imageset-release-one.yaml', sets['release-one']),
    multi: await write('imageset-multi.yaml', sets.multi),
    additional: await write('imageset-additional.yaml', sets.additional),
    first: await write('imageset-first.yaml', sets.first),
    later: await write('imageset-later.yaml', sets.later),
  };
}
