import { spawn } from 'node:child_process';
import { appendFile, mkdir, rm, stat, statfs, truncate } from 'node:fs/promises';
import { join } from 'node:path';

/** A small separate file system, whose free space a test controls with a ballast file. */
export interface SmallDisk extends AsyncDisposable {
  /** The root of the file system. Every process on this host reaches it by this path. */
  root: string;
  /** Grows or shrinks the ballast until `leave` bytes are free, or as close as the block size and the content allow. */
  fill(leave?: number): Promise<void>;
  /** Removes the ballast. */
  empty(): Promise<void>;
  /** Returns the bytes that are free now. */
  free(): Promise<number>;
}

export interface SmallDiskOptions {
  /** Created; an empty folder remains there, since the mount is visible only through `SmallDisk.root`. */
  mountPoint: string;
  bytes: number;
  /** Files and folders that the file system can hold; default: as many as fit. */
  inodes?: number;
  /** File systems mounted below it: path from the root, and bytes. The ballast isn't on them. */
  below?: Record<string, number>;
  /** Makes the file system read-only once everything is mounted. */
  readOnly?: boolean;
}

const BALLAST_CHUNK = 64 * 1024;

/**
 * Mounts a tmpfs in a separate mount namespace (unprivileged users get a user namespace too) and reaches it through
 * /proc, so that the mount disappears with the process of the namespace, even when the test is killed.
 */
export async function smallDisk(options: SmallDiskOptions): Promise<SmallDisk> {
  const { mountPoint, bytes, inodes, below = {}, readOnly = false } = options;
  await mkdir(mountPoint, { recursive: true });
  const unprivileged = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const limits = [`size=${bytes}`, ...(inodes === undefined ? [] : [`nr_inodes=${inodes}`])].join(',');
  const script = [
    'set -e; top=$1; mount -t tmpfs -o "$2" tmpfs "$top"; mode=$3; shift 3',
    'while [ $# -gt 0 ]; do mkdir -p "$top/$1"; mount -t tmpfs -o "size=$2" tmpfs "$top/$1"; shift 2; done',
    'mount -o "remount,$mode" "$top"; echo mounted; read line',
  ].join('\n');
  const mounts = Object.entries(below).flatMap(([path, size]) => [path, String(size)]);
  const holder = spawn(
    'unshare',
    [
      '--mount',
      ...unprivileged,
      'sh',
      '-c',
      script,
      'sh',
      mountPoint,
      limits,
      readOnly ? 'ro' : 'rw',
      ...mounts,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const ended = new Promise((resolve) => holder.once('close', resolve));
  const mounted = new Promise((resolve) => holder.stdout.once('data', resolve));
  await Promise.race([mounted, ended]);
  if (holder.exitCode !== null)
    throw new Error('No file system can be mounted here, not even in a user namespace');
  const root = `/proc/${holder.pid}/root${mountPoint}`;
  const ballast = join(root, 'ballast');
  const free = async () => {
    const { bavail, bsize } = await statfs(root);
    return bavail * bsize;
  };
  return {
    root,
    free,
    async fill(leave = 0) {
      // A run may write at the same time, so the free space is only known for certain once a write fails.
      const grow = async (enough: () => Promise<boolean>) => {
        try {
          while (!(await enough())) await appendFile(ballast, Buffer.alloc(BALLAST_CHUNK));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      };
      await grow(async () => leave > 0 && (await free()) <= leave);
      const missing = leave - (await free());
      if (leave > 0 && missing > 0)
        await truncate(ballast, Math.max(0, (await sizeOf(ballast)) - missing)).catch(ignoreAbsent);
    },
    empty: () => rm(ballast, { force: true }),
    async [Symbol.asyncDispose]() {
      holder.stdin.end();
      await ended;
    },
  };
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

function ignoreAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
