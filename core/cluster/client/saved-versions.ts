import { access, constants, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { unreadableReason } from '../../base/errors/system-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { type Resource, resourceYaml } from '../../content/resources/resource-yaml.ts';
import type { Cluster } from './connect.ts';
import { t } from './messages.ts';
import { withoutServerFields } from './object-changes.ts';
import { type LiveObject, type ObjectRef, refOf } from './object-ref.ts';
import { resourcesOf } from './read-manifests.ts';

/** The changes of one apply, saved for a rollback. */
export interface ApplyRecord {
  format: 1;
  /** RFC 3339, UTC. */
  appliedAt: string;
  context: string;
  server: string;
  clusterId?: string;
  /** Folder of the manifests. Absent for plans and older versions of Airlock. */
  from?: string;
  /** Absent if it was chosen by the environment. */
  kubeconfig?: string;
  /** When every chosen object was applied and ready. */
  completedAt?: string;
  /** In the order in which they were changed. `before` is absent for objects that the apply created. */
  objects: (ObjectRef & { before?: string; after: string })[];
  /** When it was rolled back. */
  rolledBackAt?: string;
}

/** A record with its folder. */
export interface SavedApply {
  directory: string;
  record: ApplyRecord;
}

const RECORD = 'record.json';
/** Only the owner may read the records, because previous versions may be Secrets. */
const MODE = 0o600;

/** Returns the folder of the apply records in a state folder. */
export function historyDirectory(state: string): string {
  return airlockDirectory(state, 'cluster-applies');
}

/** What an apply reads. */
export type AppliedSource = Pick<ApplyRecord, 'from' | 'kubeconfig'>;

/** Starts a record. Writes nothing before the first change. */
export function newSavedApply(
  history: string,
  cluster: Cluster,
  { from, kubeconfig }: AppliedSource = {},
  now = new Date(),
) {
  const appliedAt = now.toISOString().replace(/\.\d{3}Z$/, 'Z');
  const stamp = now
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\.(\d{3})Z$/, '-$1Z');
  const directory = join(history, `${stamp}-${cluster.context.replace(/[^\w.-]+/g, '-').slice(0, 60)}`);
  const record: ApplyRecord = {
    ...{ format: 1, appliedAt, context: cluster.context, server: cluster.server },
    clusterId: cluster.clusterId,
    from,
    kubeconfig,
    objects: [],
  };
  const write = async (name: string, object: Resource): Promise<string> => {
    await writeFileAtomic(join(directory, name), resourceYaml(object), { mode: MODE });
    return name;
  };
  return {
    directory,
    record,
    /**
     * Saves the current and the new version of an object before it is changed.
     * @param after the new version, as the dry run returned it
     * @throws AirlockError `disk`, `disk-full`: the object must not be changed then
     */
    async save(before: LiveObject | undefined, after: LiveObject): Promise<void> {
      const number = String(record.objects.length + 1).padStart(3, '0');
      try {
        const names = {
          before: before && (await write(`${number}-before.yaml`, withoutServerFields(before))),
          after: await write(`${number}-after.yaml`, withoutServerFields(after)),
        };
        record.objects.push({ ...refOf(after), ...names });
        await writeRecord({ directory, record });
      } catch (error) {
        throw asAirlockError(error);
      }
    },
    /** Removes the object that was saved last, because it wasn't changed. */
    async drop(): Promise<void> {
      record.objects.pop();
      await writeRecord({ directory, record });
    },
    /** Records that the manifests are in use, also if the cluster already had all of them. @throws AirlockError `disk`, `disk-full` */
    async complete(): Promise<void> {
      if (record.objects.length === 0 && from === undefined) return;
      record.completedAt = new Date().toISOString();
      await writeRecord({ directory, record }).catch((error: unknown) => {
        throw asAirlockError(error);
      });
    },
  };
}

export async function writeRecord({ directory, record }: SavedApply): Promise<void> {
  await writeFileAtomic(join(directory, RECORD), `${JSON.stringify(record, undefined, 2)}\n`, { mode: MODE });
}

/** Returns all records of changes, newest first, without damaged ones. */
export async function savedApplies(history: string): Promise<SavedApply[]> {
  return (await readableApplies(history)).filter(({ record }) => record.objects.length > 0);
}

/** Returns all records, newest first, without damaged ones. Those without objects changed nothing, because all were in use. */
export async function readableApplies(history: string): Promise<SavedApply[]> {
  const names = await readdir(history).catch(() => []);
  const found: SavedApply[] = [];
  for (const name of names.sort().reverse()) {
    const saved = await readSavedApply(join(history, name)).catch(() => undefined);
    if (saved) found.push(saved);
  }
  return found;
}

/**
 * Returns the last apply of the manifests in a folder, if it was complete, and nothing was rolled back on its cluster since.
 * @param applies newest first
 * @param since time at which the manifests were written
 */
export function lastApplyOf(
  applies: readonly SavedApply[],
  from: string,
  since: string,
): ApplyRecord | undefined {
  const last = applies.find(({ record }) => record.from === from)?.record;
  const { completedAt, server } = last ?? {};
  // `appliedAt` has whole seconds.
  if (!last || completedAt === undefined || Date.parse(last.appliedAt) + 999 < Date.parse(since))
    return undefined;
  const isRolledBack = applies.some(
    ({ record }) =>
      record.server === server &&
      record.rolledBackAt !== undefined &&
      Date.parse(record.rolledBackAt) >= Date.parse(completedAt),
  );
  return isRolledBack ? undefined : last;
}

/**
 * Returns the newest record after `directory` that belongs to another user of a shared workspace. Records contain
 * objects of a cluster and are readable only by their owner.
 */
export async function unreadableApply(history: string, directory?: string): Promise<string | undefined> {
  const names = await readdir(history).catch(() => []);
  for (const name of names.sort().reverse()) {
    const path = join(history, name);
    if (path === directory) return undefined;
    const fault = await access(join(path, RECORD), constants.R_OK).catch((error: unknown) => error);
    if ((fault as NodeJS.ErrnoException | undefined)?.code === 'EACCES') return path;
  }
  return undefined;
}

/** Returns the record in a folder. @throws AirlockError `config-unreadable` */
export async function readSavedApply(directory: string): Promise<SavedApply> {
  try {
    const record = JSON.parse(await readFile(join(directory, RECORD), 'utf8')) as ApplyRecord;
    if (record.format !== 1 || !Array.isArray(record.objects)) throw new Error('another format');
    return { directory, record };
  } catch (cause) {
    throw new AirlockError('config-unreadable', t('applyRecordInvalid', { directory }), {
      cause,
      remedy: t('applyRecordInvalidRemedy'),
    });
  }
}

/** Returns one of the saved objects. @throws AirlockError `config-unreadable`, `cluster-objects-invalid` */
export async function savedObject({ directory }: SavedApply, name: string): Promise<Resource> {
  const file = join(directory, basename(name));
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new AirlockError('config-unreadable', unreadableReason(file, error));
  });
  const [object] = resourcesOf(text, file);
  if (!object) throw new AirlockError('config-unreadable', t('fileEmpty', { file }));
  return object;
}
