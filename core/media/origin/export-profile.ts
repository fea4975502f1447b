import { carryVolumeName, type ExportDocument } from '../volumes/export-document.ts';

/** How an export arranges its files on a drive or in a directory. */
export interface MediaProfile {
  name: 'drive' | 'diode';
  /** Returns the directory for volumes, relative to the drive, with `/`. Empty for its root. */
  directory(transfer: string): string;
  volumeName(transfer: string, number: number): string;
  /** Returns the bytes of each volume's extra entries with their headers, an upper bound before the cut is known. */
  extraBytes(indexText: string): number;
  /** Returns the extra entries of every volume. Their total is exactly {@link MediaProfile.extraBytes}. */
  extras(cut: ExportDocument, indexText: string): { name: string; content: Buffer }[];
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
  extras: () => [],
  writesCompanions: true,
  companionPath: (_transfer, path) => path,
};
