import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { JsonLimitExceeded, parseJson } from '../../base/document/parse-json.ts';
import { newValuesOf, parsedOf, readYaml } from '../../base/document/yaml-text.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { unreadableReason } from '../../base/errors/system-error.ts';
import { readRegularFile } from '../../base/files/regular-file.ts';
import type { Cluster } from '../client/connect.ts';
import { listObjects, readObject } from '../client/live-objects.ts';
import type { LiveObject, ObjectRef } from '../client/object-ref.ts';
import { t } from './messages.ts';

/** A source of the objects of a cluster: the cluster itself, or files. */
export interface ObjectSource {
  /** Name of the source in messages and reports: an address or a folder. */
  server: string;
  context?: string;
  kubernetesVersion?: string;
  /** Architecture of the API server, in the notation of images (`amd64`). */
  architecture?: string;
  /** @throws AirlockError as `ApiClient.call` */
  read(ref: ObjectRef, signal?: AbortSignal): Promise<LiveObject | undefined>;
  /** Returns undefined if files contain no such objects. @throws AirlockError as `ApiClient.call` */
  list(kind: ObjectKind, signal?: AbortSignal): Promise<LiveObject[] | undefined>;
}

export interface ObjectKind {
  apiVersion: string;
  kind: string;
  namespace?: string;
  /** Applies to a live cluster. Files are always read completely. */
  labelSelector?: string;
}

/** Returns the objects of a live cluster. A kind that it doesn't serve has no objects. @throws as `ApiClient.call` */
export async function liveSource(cluster: Cluster, signal?: AbortSignal): Promise<ObjectSource> {
  const { body } = await cluster.client.call<{ platform?: string }>(
    { method: 'GET', path: '/version', about: t('versionSubject') },
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

/** Larger files are skipped, because they contain no relevant objects. In bytes. */
const LARGEST = 64 * 2 ** 20;

/**
 * Returns the objects in YAML and JSON files of a folder and its subfolders: the output of `oc get -o yaml`, or a
 * must-gather. Lists are split into their items. Other content is skipped. Instead of a folder, it can be one file.
 * @throws AirlockError `config-unreadable`; `config-invalid` for a fault of the only file, and too deep JSON;
 *   `cluster-objects-invalid` if there are no objects
 */
export async function folderSource(directory: string): Promise<ObjectSource> {
  const files = await filesOf(directory).catch((error: NodeJS.ErrnoException) => {
    throw new AirlockError('config-unreadable', unreadableReason(directory, error));
  });
  const objects: LiveObject[] = [];
  for (const file of files)
    for (const object of await objectsIn(file, { only: file === directory })) objects.push(object);
  if (objects.length === 0)
    throw new AirlockError('cluster-objects-invalid', t('directoryWithoutObjects', { directory }), {
      remedy: t('directoryWithoutObjectsRemedy'),
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
      if (kind.kind === 'NodeNetworkState')
        for (const copies of once.values()) rejectOther(copies, directory);
      return found.length === 0 ? undefined : [...once.values()].map(([first]) => first!);
    },
  };
}

/** Networks are configured from these states, and nothing shows which of two is current. @throws AirlockError `config-invalid` */
function rejectOther([first, ...others]: LiveObject[], directory: string): void {
  const { name } = first!.metadata;
  if (others.some((other) => !isDeepStrictEqual(other.status, first!.status)))
    throw new AirlockError('config-invalid', t('reportsDiffer', { directory, name }), {
      remedy: t('reportsDifferRemedy'),
    });
}

/** @throws system errors */
async function filesOf(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(ya?ml|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function objectsIn(file: string, { only }: { only: boolean }): Promise<LiveObject[]> {
  const bytes = await readRegularFile(file, LARGEST, { pipes: only }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new AirlockError('config-unreadable', unreadableReason(file, error), {
        at: { file },
      });
    },
  );
  if (bytes === 'too-large' && only) throw unusable(file, t('fileTooLarge', { limit: LARGEST }));
  if (typeof bytes === 'string') return [];
  return documentsIn(bytes.toString(), file, only).flatMap((value) => unfolded(value));
}

function unusable(file: string, reason: string): AirlockError {
  return new AirlockError('config-invalid', t('fileUnreadableBecause', { file, reason }), {
    at: { file },
    remedy: t('fileUnusableRemedy'),
  });
}

/**
 * Reads JSON with its own parser, which allows larger files than that of YAML.
 * @param only a fault of the only file is an error. Other files of a folder are skipped
 */
function documentsIn(text: string, file: string, only: boolean): readonly unknown[] {
  if (/^\s*[{[]/.test(text))
    try {
      return [parseJson(text)];
    } catch (error) {
      if (error instanceof JsonLimitExceeded) throw unusable(file, error.message);
      // It may be YAML that starts with a bracket.
    }
  const doc = readYaml(text);
  const [fault] = doc.faults;
  if (fault && only) throw unusable(file, fault.message);
  const { documents } = parsedOf(doc);
  return newValuesOf(doc).filter((_, index) => documents[index]!.errors.length === 0);
}

interface Unproven {
  apiVersion?: unknown;
  kind?: unknown;
  items?: unknown;
  metadata?: { name?: unknown } | null;
}

/** Returns the objects of a document. Items without a kind of their own get the one of their list. */
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
