import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JsonLimitExceeded, parseJson } from '../../base/document/parse-json.ts';
import { newValuesOf, parsedOf, readYaml } from '../../base/document/yaml-text.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Cluster } from '../client/connect.ts';
import { listObjects, readObject } from '../client/live-objects.ts';
import type { LiveObject, ObjectRef } from '../client/object-ref.ts';

/** Where the objects of a cluster are read: the cluster itself, or files of it. */
export interface ObjectSource {
  /** For messages and reports: an address or a folder. */
  server: string;
  context?: string;
  kubernetesVersion?: string;
  /** Of the machine that the API server runs on, as images name it (`amd64`). */
  architecture?: string;
  /** @throws AirlockError as `ApiClient.call` */
  read(ref: ObjectRef, signal?: AbortSignal): Promise<LiveObject | undefined>;
  /** Undefined when nothing can be said of this kind: files have none of it. @throws AirlockError as `ApiClient.call` */
  list(kind: ObjectKind, signal?: AbortSignal): Promise<LiveObject[] | undefined>;
}

export interface ObjectKind {
  apiVersion: string;
  kind: string;
  namespace?: string;
  /** Obeyed by a live cluster; files are taken whole. */
  labelSelector?: string;
}

/** The objects of a live cluster. A kind that it does not know has no objects. @throws as `ApiClient.call` */
export async function liveSource(cluster: Cluster, signal?: AbortSignal): Promise<ObjectSource> {
  const { body } = await cluster.client.call<{ platform?: string }>(
    { method: 'GET', path: '/version', about: 'its version' },
    signal,
  );
  const architecture = body.platform?.split('/')[1];
  const { server, context, kubernetesVersion } = cluster;
  return {
    ...{ server, context, kubernetesVersion },
    architecture,
    read: (ref, signal) => readObject(cluster, ref, signal),
    list: async (kind, signal) => (await listObjects(cluster, kind, signal)) ?? [],
  };
}

/** Bytes: more has no file with objects that matter here. */
const LARGEST = 64 * 2 ** 20;

/**
 * The objects in YAML and JSON files of a folder and those below it: `oc get -o yaml`, or a must-gather. Lists are taken
 * apart; what is no object of Kubernetes is passed over.
 * @throws AirlockError `config-unreadable`; `cluster-objects-invalid` when there is none at all
 */
export async function folderSource(directory: string): Promise<ObjectSource> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new AirlockError('config-unreadable', `${directory} cannot be read (${error.code})`);
    },
  );
  const files = entries
    .filter((entry) => entry.isFile() && /\.(ya?ml|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const objects: LiveObject[] = [];
  for (const file of files) for (const object of await objectsIn(file)) objects.push(object);
  if (objects.length === 0)
    throw new AirlockError('cluster-objects-invalid', `${directory} has no objects of a cluster`, {
      remedy: 'Name a must-gather, or a folder with what `oc get … -o yaml` printed.',
    });
  const ofKind = ({ apiVersion, kind, namespace }: ObjectKind) =>
    objects.filter(
      (object) =>
        object.kind === kind &&
        object.apiVersion === apiVersion &&
        (namespace === undefined || object.metadata.namespace === namespace),
    );
  return {
    server: directory,
    read: async ({ name, ...kind }) => ofKind(kind).find(({ metadata }) => metadata.name === name),
    async list(kind) {
      const found = ofKind(kind);
      const once = Map.groupBy(found, ({ metadata: { namespace = '', name } }) => `${namespace}/${name}`);
      return found.length === 0 ? undefined : [...once.values()].map(([first]) => first!);
    },
  };
}

async function objectsIn(file: string): Promise<LiveObject[]> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new AirlockError('config-unreadable', `${file} cannot be read (${error.code})`, { at: { file } });
  });
  if (bytes.length > LARGEST) return [];
  return documentsIn(bytes.toString(), file).flatMap((value) => unfolded(value));
}

/** JSON is read as such: it may be larger than YAML. */
function documentsIn(text: string, file: string): readonly unknown[] {
  if (/^\s*[{[]/.test(text))
    try {
      return [parseJson(text)];
    } catch (error) {
      if (error instanceof JsonLimitExceeded)
        throw new AirlockError('cluster-objects-invalid', `${file} can't be read: ${error.message}`, {
          at: { file },
        });
      // YAML that begins with a bracket.
    }
  const doc = readYaml(text);
  const { documents } = parsedOf(doc);
  return newValuesOf(doc).filter((_, index) => documents[index]!.errors.length === 0);
}

interface Unproven {
  apiVersion?: unknown;
  kind?: unknown;
  items?: unknown;
  metadata?: { name?: unknown } | null;
}

/** Items of lists have their kind from the list where they have none of their own. */
function unfolded(value: unknown, of?: { apiVersion: string; kind: string }): LiveObject[] {
  if (typeof value !== 'object' || value === null) return [];
  const given = value as Unproven;
  const { apiVersion = of?.apiVersion, kind = of?.kind } = given;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return [];
  if (kind.endsWith('List') && Array.isArray(given.items)) {
    const item = kind === 'List' ? undefined : { apiVersion, kind: kind.slice(0, -'List'.length) };
    return given.items.flatMap((one) => unfolded(one, item));
  }
  if (typeof given.metadata?.name !== 'string') return [];
  return [{ ...given, apiVersion, kind } as LiveObject];
}
