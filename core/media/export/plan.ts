import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { sha256 } from '../../base/image/sha256.ts';
import {
  checkVolumesPresent,
  INDEX_NAME,
  parseSetIndex,
  type SetIndex,
} from '../../store/set-format/set-index.ts';
import type { MediumProfile } from '../origin/export-profile.ts';
import { cutSet, type MediumRoom } from '../volumes/cut.ts';
import {
  type CutVolume,
  EXPORT_FORMAT,
  type ExportDocument,
  exportId,
  exportMark,
} from '../volumes/export-document.ts';
import { currentCut, type ExportState, exportStatePath, inProfile, readExportState } from './state.ts';

/** A whole set of a workspace that is to be carried. */
export interface SetToCarry {
  /** The folder of the set. */
  directory: string;
  index: SetIndex;
  /** `index.json`, byte for byte. */
  indexText: string;
  /** Hex. */
  indexSha256: string;
}

/**
 * The set of a transfer, with all its files there.
 * @throws AirlockError `workspace-invalid` when there is no such set, `archive-malformed`, `archive-hostile`, `workspace-format`, `disk`
 */
export async function setToCarry(directory: string, transfer: string): Promise<SetToCarry> {
  // Checks the name, too.
  exportStatePath(directory, transfer);
  const folder = join(directory, 'transfers', transfer);
  const path = join(folder, INDEX_NAME);
  const indexText = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw asAirlockError(error);
    throw new AirlockError('workspace-invalid', `${directory} has no whole set of ${transfer}`, {
      side: 'local',
      remedy:
        'See `airlock transfers list`; a set under construction is finished by running its mirror again.',
    });
  });
  const index = parseSetIndex(indexText, path);
  await checkVolumesPresent(folder, index);
  return { directory: folder, index, indexText, indexSha256: sha256(indexText).slice(7) };
}

/** What is known of the export of this very set. @throws AirlockError `plan-changed` when another set of that name was exported */
export async function knownExport(
  directory: string,
  set: SetToCarry,
  profile: MediumProfile,
): Promise<ExportState | undefined> {
  const { transfer } = set.index;
  const state = await readExportState(directory, transfer);
  if (!state) return undefined;
  if (currentCut(state).indexSha256 !== set.indexSha256)
    throw new AirlockError('plan-changed', `${transfer} is not the set that its export was cut from`, {
      side: 'local',
      remedy: `If the set was replaced on purpose, remove ${exportStatePath(directory, transfer)} and export all of it again.`,
    });
  // What was cut for a diode has other names and sizes: pieces of both do not make one export.
  return inProfile(state, profile.name);
}

export interface CutRequest {
  set: SetToCarry;
  profile: MediumProfile;
  /** Bytes. */
  pieceSize: number;
  /** The media that pieces are cut for, in their order. */
  media: readonly MediumRoom[];
  tool: string;
  now: Date;
}

/** The export with a cut of everything that is not written yet: its first revision, or the next. */
export function withNewCut(state: ExportState | undefined, request: CutRequest): ExportState {
  const { set, profile, pieceSize: volumeSize, media, tool, now } = request;
  const { transfer, enclave, number } = set.index;
  const before = state?.revisions.at(-1);
  const done = new Set(state?.written.map((volume) => volume.number));
  const saved = before?.pieces.filter((volume) => done.has(volume.number)) ?? [];
  const fresh = cutSet(set.index, {
    pieceSize: volumeSize,
    media,
    extraBytes: profile.extraBytes(set.indexText),
    written: saved,
    nameOf: (n) => profile.volumeName(transfer, n),
  });
  const volumes = [...saved, ...fresh].sort((a, b) => a.number - b.number);
  const revision = (before?.revision ?? 0) + 1;
  const id = exportId({ indexSha256: set.indexSha256, pieceSize: volumeSize, revision, pieces: volumes });
  const cut: ExportDocument = {
    format: EXPORT_FORMAT,
    tool,
    id,
    transfer,
    enclave,
    number,
    mark: exportMark(transfer, id),
    revision,
    pieceSize: volumeSize,
    created: `${now.toISOString().slice(0, 19)}Z`,
    indexSha256: set.indexSha256,
    pieces: volumes,
  };
  return {
    format: 1,
    transfer,
    profile: profile.name,
    revisions: [...(state?.revisions ?? []), cut],
    written: state?.written ?? [],
    drives: state?.drives,
    aside: state?.aside,
  };
}

/** Pieces that are still to be written, by number. */
export function unwritten(state: ExportState): CutVolume[] {
  const done = new Set(state.written.map(({ number }) => number));
  return currentCut(state).pieces.filter(({ number }) => !done.has(number));
}

/** `export.json` as it goes on a medium: the current cut with the digests that are known. */
export function documentOf(state: ExportState): ExportDocument {
  const digests = new Map(state.written.map(({ number, sha256: hex }) => [number, hex]));
  const cut = currentCut(state);
  return {
    ...cut,
    pieces: cut.pieces.map((volume) => {
      const hex = digests.get(volume.number);
      return { ...volume, sha256: hex ?? volume.sha256 };
    }),
  };
}
