import { chmod, mkdir } from 'node:fs/promises';

const NOBODY = 65534;

/** Creates a directory that only root can read, as `mkfs.ext4` creates `lost+found`. */
export async function rootOnly(path: string): Promise<void> {
  await mkdir(path);
  await chmod(path, 0);
}

/** Runs work without the permissions of root, because the tests may run as root. */
export async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid!(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid!(0);
  }
}
