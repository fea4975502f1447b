import type { SetIndex } from '../../store/set-format/set-index.ts';
import { carryVolumeName, type ExportDocument } from '../volumes/export-document.ts';

/** The index of the set that an export carries. */
export interface CarriedIndex {
  index: SetIndex;
  /** Size of `index.json`. */
  indexBytes: number;
  /** Yields `index.json`, byte for byte. @throws AirlockError `plan-changed` at the end, if it was replaced meanwhile; `disk` */
  indexContent(): AsyncIterable<Buffer>;
}

/** How an export arranges its files on a drive or in a directory. */
export interface MediaProfile {
  name: 'drive' | 'diode';
  /** Returns the directory for volumes, relative to the drive, with `/`. Empty for its root. */
  directory(transfer: string): string;
  volumeName(transfer: string, number: number): string;
  /** Returns the bytes of each volume's extra entries with their headers, an upper bound before the cut is known. */
  extraBytes(set: CarriedIndex): number;
  /**
   * Returns the extra entries of every volume. Their total is exactly {@link MediaProfile.extraBytes}.
   * @throws AirlockError as {@link CarriedIndex.indexContent}
   */
  extras(cut: ExportDocument, set: CarriedIndex): Promise<{ name: string; content: Buffer }[]>;
  /** Whether `index.json`, `export.json` and the checksum list are written next to the volumes. */
  writesCompanions: boolean;
  /** Returns the path of a companion file, relative to the drive, or undefined if it isn't exported. */
  companionPath(transfer: string, path: string): string | undefined;
}

/** The profile for drives and discs: a directory for each transfer, and readable names. */
export const DRIVE_PROFILE: MediaProfile = {
  name: 'drive',
  directory: (transfer) => `airlock/${transfer}`,
  volumeName: carryVolumeName,
  extraBytes: () => 0,
  extras: async () => [],
  writesCompanions: true,
  companionPath: (_transfer, path) => path,
};
