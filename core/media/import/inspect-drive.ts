import { readdir, statfs } from 'node:fs/promises';
import { basename } from 'node:path';
import type { AirlockError } from '../../base/errors/airlock-error.ts';
import { present } from '../../base/objects/present.ts';
import { parseTransferName } from '../../store/workspace/next-transfer.ts';
import { type FoundFolder, findOnDrive } from '../export/find-on-drive.ts';
import { type ExportDocument, parseVolumeName } from '../volumes/export-document.ts';

/** What a drive or directory contains, without reading the content of volumes. */
export interface InspectedDrive {
  /** Size of its file system in bytes; undefined if the file system doesn't report it. */
  bytes?: number;
  free?: number;
  /** By name. */
  transfers: TransferOnDrive[];
  /** Sets of other tools. */
  foreign: ('oc-mirror' | 'oc')[];
  /** Number of files and directories at its top level. */
  entries: number;
  /** Indexes and export documents that can't be used. */
  rejected: AirlockError[];
  /** Number of directories that this user has no permission to read. */
  unreadable: number;
}

/** A transfer on a drive. */
export interface TransferOnDrive {
  transfer: string;
  enclave: string;
  /** Numbers of the volumes on the drive. Empty for a set that was copied as it is in a workspace. */
  volumes: number[];
  /** Number of all volumes; undefined without an export document. */
  of?: number;
  /** Bytes on the drive. */
  bytes: number;
}

/**
 * Lists the transfers on a drive or in a directory. Reads indexes and export documents, and writes nothing.
 * @throws AirlockError `disk` if it doesn't exist or can't be read, `usage` if it isn't a directory
 */
export async function inspectDrive(path: string): Promise<InspectedDrive> {
  const found = await findOnDrive(path);
  const transfers = new Map<string, TransferOnDrive>();
  for (const folder of found.folders)
    for (const one of transfersIn(folder)) {
      const known = transfers.get(one.transfer);
      transfers.set(one.transfer, known ? joined(known, one) : one);
    }
  const { blocks, bsize, bavail } = await statfs(path);
  const isSized = blocks > 0;
  return present({
    bytes: isSized ? blocks * bsize : undefined,
    free: isSized ? bavail * bsize : undefined,
    transfers: [...transfers.values()].toSorted((a, b) => (a.transfer < b.transfer ? -1 : 1)),
    foreign: [...new Set(found.foreign.map(({ kind }) => kind))],
    entries: (await readdir(path)).length,
    rejected: found.rejected,
    unreadable: found.unreadable.length,
  });
}

function transfersIn({ index, document, volumes, setFiles }: FoundFolder): TransferOnDrive[] {
  const known = index?.index.transfer ?? document?.transfer;
  const found = new Map<string, TransferOnDrive>();
  const add = (transfer: string, volume: number | undefined, bytes: number, of?: number) => {
    const enclave = parseTransferName(transfer)?.enclave ?? transfer;
    const one = present({ transfer, enclave, volumes: volume === undefined ? [] : [volume], bytes, of });
    const before = found.get(transfer);
    found.set(transfer, before ? joined(before, one) : one);
  };
  if (known !== undefined) add(known, undefined, 0, document?.volumes.length);
  for (const { path, size } of volumes) {
    const name = basename(path);
    const number = numberIn(document, name);
    // Without an export document next to it, its name is known.
    const typed = parseVolumeName(name);
    if (document && number !== undefined) add(document.transfer, number, size);
    else if (typed) add(typed.transfer, typed.number, size);
  }
  if (known !== undefined) for (const { size } of setFiles) add(known, undefined, size);
  return [...found.values()];
}

function numberIn(document: ExportDocument | undefined, name: string): number | undefined {
  return document?.volumes.find((volume) => volume.name === name)?.number;
}

function joined(a: TransferOnDrive, b: TransferOnDrive): TransferOnDrive {
  return present({
    ...a,
    volumes: [...new Set([...a.volumes, ...b.volumes])].toSorted((x, y) => x - y),
    bytes: a.bytes + b.bytes,
    of: a.of ?? b.of,
  });
}
