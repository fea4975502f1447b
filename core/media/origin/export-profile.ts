import { carryVolumeName, type ExportDocument } from '../volumes/export-document.ts';

/** What a profile of export puts on a medium. */
export interface MediumProfile {
  name: 'folders' | 'diode';
  /** Where pieces are, relative to the medium, with `/`; empty: at its root. */
  folder(transfer: string): string;
  volumeName(transfer: string, number: number): string;
  /** Bytes that each piece has for extra entries, with their headers: an upper bound before the cut is known. */
  extraBytes(indexText: string): number;
  /** Extra entries of every piece; together exactly {@link MediumProfile.extraBytes}. */
  extras(cut: ExportDocument, indexText: string): { name: string; content: Buffer }[];
  /** `index.json`, `export.json` and the checksum list lie beside the pieces. */
  besides: boolean;
  /** Where a companion goes, relative to the medium; undefined: it stays here. */
  companionPath(transfer: string, path: string): string | undefined;
}

/** Media that people carry: a folder for each transfer, readable names. */
export const FOLDERS: MediumProfile = {
  name: 'folders',
  folder: (transfer) => `airlock/${transfer}`,
  volumeName: carryVolumeName,
  extraBytes: () => 0,
  extras: () => [],
  besides: true,
  companionPath: (_transfer, path) => path,
};
