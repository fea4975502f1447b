import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { PracticeDrive } from '../../contract/topics/practice.ts';
import { type DriveFacts, probeDrive } from '../../media/volumes/drive.ts';
import { parseVolumeName } from '../../media/volumes/export-document.ts';
import { fileTree } from './file-tree.ts';

const MIB = 1024 * 1024;
const DEFAULT_TRANSFER = 10 * MIB;
/** Share of the transfer that the first drive can contain. */
const FIRST_DRIVE = 0.6;
/** Bytes for the files next to the volumes. */
const COMPANIONS = MIB / 4;
/** Bytes of a volume that are changed. */
const DAMAGED_BYTES = 16;

/**
 * Returns the two simulated drives of a practice world. The first transfer fits on neither alone. The second drive has
 * room for a second copy of its own volume, so that it can be repaired.
 * @param transferBytes size of the transfer; default: that of the app's practice world
 */
export function practiceDrives(
  directory: string,
  transferBytes = DEFAULT_TRANSFER,
): [PracticeDrive, PracticeDrive] {
  const drive = (label: string, bytes: number): PracticeDrive => ({
    label,
    path: join(directory, 'drives', label),
    bytes,
  });
  const first = Math.ceil(transferBytes * FIRST_DRIVE);
  return [drive('DRIVE-A', first + COMPANIONS), drive('DRIVE-B', 2 * (first + COMPANIONS))];
}

/** Returns the free space of a simulated drive in bytes, with its files below the limit. */
export async function freeOnDrive({ path, bytes }: PracticeDrive): Promise<number> {
  const used = (await fileTree(path)).reduce((sum, { size }) => sum + size, 0);
  return Math.max(0, bytes - used);
}

/** Like {@link probeDrive}, within the limits of simulated drives. @throws as {@link probeDrive} */
export async function probePracticeDrive(
  path: string,
  drives: readonly PracticeDrive[],
): Promise<DriveFacts> {
  const facts = await probeDrive(path);
  const drive = drives.find((one) => one.path === path);
  return drive
    ? { ...facts, freeBytes: Math.min(facts.freeBytes, await freeOnDrive(drive)), mounted: true }
    : facts;
}

/** A change of a few bytes in a volume on a drive. */
export interface Damage {
  path: string;
  volume: number;
  /** The first changed byte. */
  offset: number;
  /** The changed bytes, in hexadecimal. */
  bytes: string;
}

/**
 * Changes a few bytes in the middle of the largest file of a drive, which is a volume of a transfer. Returns undefined for a
 * drive without volumes.
 */
export async function damageDrive({ path: drive }: PracticeDrive): Promise<Damage | undefined> {
  const volumes = (await fileTree(drive)).flatMap(({ path, size }) => {
    const name = parseVolumeName(basename(path));
    return name ? [{ path: join(drive, path), size, volume: name.number }] : [];
  });
  const [largest] = volumes.toSorted((a, b) => b.size - a.size);
  if (!largest) return undefined;
  const { path, size, volume } = largest;
  const offset = Math.floor(size / 2);
  await using file = await open(path, 'r+');
  const { buffer } = await file.read(Buffer.alloc(DAMAGED_BYTES), 0, DAMAGED_BYTES, offset);
  const changed = buffer.map((byte) => byte ^ 0xff);
  await file.write(changed, 0, DAMAGED_BYTES, offset);
  await file.sync();
  return { path, volume, offset, bytes: Buffer.from(changed).toString('hex') };
}

/** Returns whether the changed bytes are still on the drive. */
export async function isStillDamaged({ path, offset, bytes }: Damage): Promise<boolean> {
  try {
    await using file = await open(path, 'r');
    const length = bytes.length / 2;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    return bytesRead === length && buffer.toString('hex') === bytes;
  } catch {
    return false;
  }
}

/** Returns the range of a change as it is shown. */
export function damagedRange({ path, volume, offset, bytes }: Damage): {
  file: string;
  volume: number;
  from: number;
  to: number;
} {
  return { file: basename(path), volume, from: offset, to: offset + bytes.length / 2 - 1 };
}
