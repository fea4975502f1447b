import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { newHash } from '../../base/image/sha256.ts';
import {
  checkVolumesPresent,
  chunksOf,
  INDEX_NAME,
  readIndexFile,
} from '../../store/set-format/set-index.ts';
import type { CarriedIndex, MediaProfile } from '../origin/export-profile.ts';
import { cutSet, type DriveSpace } from '../volumes/cut.ts';
import {
  type CutVolume,
  EXPORT_FORMAT,
  type ExportDocument,
  exportId,
  exportShortId,
} from '../volumes/export-document.ts';
import { t } from './messages.ts';
import { currentCut, type ExportState, exportStatePath, inProfile, readExportState } from './state.ts';

/** A complete archive set of a workspace to export. */
export interface SetToCarry extends CarriedIndex {
  /** The folder of the set. */
  directory: string;
  /** Hex. */
  indexSha256: string;
}

/**
 * Returns the archive set of a transfer and checks that it has all files.
 * @throws AirlockError `workspace-invalid` without a complete set, `archive-malformed`, `archive-hostile`, `workspace-format`, `disk`
 */
export async function setToCarry(directory: string, transfer: string): Promise<SetToCarry> {
  // Validates the name.
  exportStatePath(directory, transfer);
  const folder = join(directory, 'transfers', transfer);
  const path = join(folder, INDEX_NAME);
  const read = await readIndexFile(path);
  if (!read)
    throw new AirlockError('workspace-invalid', t('setMissing', { directory, transfer }), {
      side: 'local',
      remedy: t('setMissingRemedy'),
    });
  const { index, sha256: indexSha256, bytes: indexBytes } = read;
  await checkVolumesPresent(folder, index);
  const set = { directory: folder, index, indexBytes, indexSha256 };
  return { ...set, indexContent: () => sameIndex(path, set) };
}

/** Yields the bytes of an index. @throws AirlockError `plan-changed`, after the last of them, if it was replaced; `disk` */
async function* sameIndex(
  path: string,
  { index, indexSha256 }: Pick<SetToCarry, 'index' | 'indexSha256'>,
): AsyncGenerator<Buffer> {
  const hash = newHash();
  try {
    yield* chunksOf(path, hash);
  } catch (error) {
    throw asAirlockError(error);
  }
  if (hash.digest('hex') !== indexSha256)
    throw new AirlockError('plan-changed', t('setChanged', { transfer: index.transfer }), {
      side: 'local',
      remedy: t('setChangedRemedy'),
    });
}

/** Returns the state of this set's export. @throws AirlockError `plan-changed` if another set of that name was exported */
export async function knownExport(
  directory: string,
  set: SetToCarry,
  profile: MediaProfile,
): Promise<ExportState | undefined> {
  const { transfer } = set.index;
  const state = await readExportState(directory, transfer);
  if (!state) return undefined;
  if (currentCut(state).indexSha256 !== set.indexSha256)
    throw new AirlockError('plan-changed', t('setReplaced', { transfer }), {
      side: 'local',
      remedy: t('setReplacedRemedy', { state: exportStatePath(directory, transfer) }),
    });
  // Volumes for a diode have other names and sizes, so they can't be combined with volumes for drives.
  return inProfile(state, profile.name);
}

export interface CutRequest {
  set: SetToCarry;
  profile: MediaProfile;
  /** Bytes. */
  volumeSize: number;
  /** The drives that volumes are planned for, in their order. */
  media: readonly DriveSpace[];
  tool: string;
  now: Date;
}

/** Returns the export with a new revision, in which everything unwritten is divided into volumes again. */
export function withNewCut(state: ExportState | undefined, request: CutRequest): ExportState {
  const { set, profile, volumeSize, media, tool, now } = request;
  const { transfer, enclave, number } = set.index;
  const before = state?.revisions.at(-1);
  const done = new Set(state?.written.map((volume) => volume.number));
  const saved = before?.volumes.filter((volume) => done.has(volume.number)) ?? [];
  const fresh = cutSet(set.index, {
    volumeSize,
    media,
    extraBytes: profile.extraBytes(set),
    written: saved,
    nameOf: (n) => profile.volumeName(transfer, n),
  });
  const volumes = [...saved, ...fresh].sort((a, b) => a.number - b.number);
  const revision = (before?.revision ?? 0) + 1;
  const id = exportId({ indexSha256: set.indexSha256, volumeSize, revision, volumes });
  const cut: ExportDocument = {
    format: EXPORT_FORMAT,
    tool,
    id,
    transfer,
    enclave,
    number,
    shortId: exportShortId(transfer, id),
    revision,
    volumeSize,
    created: `${now.toISOString().slice(0, 19)}Z`,
    indexSha256: set.indexSha256,
    volumes,
  };
  return {
    format: EXPORT_FORMAT,
    transfer,
    profile: profile.name,
    revisions: [...(state?.revisions ?? []), cut],
    written: state?.written ?? [],
    drives: state?.drives,
    otherProfiles: state?.otherProfiles,
  };
}

/** Returns the volumes that aren't written yet, by number. */
export function unwritten(state: ExportState): CutVolume[] {
  const done = new Set(state.written.map(({ number }) => number));
  return currentCut(state).volumes.filter(({ number }) => !done.has(number));
}

/** Returns `export.json` for a drive: the current revision with all known digests. */
export function documentOf(state: ExportState): ExportDocument {
  const digests = new Map(state.written.map(({ number, sha256: hex }) => [number, hex]));
  const cut = currentCut(state);
  return {
    ...cut,
    volumes: cut.volumes.map((volume) => {
      const hex = digests.get(volume.number);
      return { ...volume, sha256: hex ?? volume.sha256 };
    }),
  };
}
