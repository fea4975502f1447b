import { getFips } from 'node:crypto';
import { getServers } from 'node:dns';
import { readFile, statfs } from 'node:fs/promises';
import { arch, platform, release } from 'node:os';

/** What a file system says of itself, as statfs(2). Sizes in bytes. */
export interface FileSystemFacts {
  /** Magic number of its type. */
  type: number;
  freeBytes: number;
  totalBytes: number;
  freeFiles: number;
  /** 0 where files are not counted. */
  totalFiles: number;
}

/** The facts of this host that no configuration names: asked for in one place, so that other hosts can be examined. */
export interface HostProbes {
  fileSystem(directory: string): Promise<FileSystemFacts>;
  /** Text of /proc/self/mountinfo; undefined where there is none. */
  mounts(): Promise<string | undefined>;
  umask(): number;
  fips(): Promise<{ kernel: boolean; node: boolean }>;
  /** Addresses of the name servers, in order. */
  resolvers(): string[];
  /** ms since 1970. */
  now(): number;
  versions(): Promise<{ node: string; system: string }>;
}

export function hostProbes(): HostProbes {
  return {
    async fileSystem(directory) {
      const { type, bsize, blocks, bavail, files, ffree } = await statfs(directory);
      // Some drivers behind FUSE tell no sizes: then a full disk is met when it is full.
      return {
        type,
        freeBytes: blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize,
        totalBytes: blocks * bsize,
        freeFiles: ffree,
        totalFiles: files,
      };
    },
    mounts: () => readFile('/proc/self/mountinfo', 'utf8').catch(() => undefined),
    umask: () => process.umask(),
    async fips() {
      const kernel = await readFile('/proc/sys/crypto/fips_enabled', 'utf8').catch(() => '0');
      return { kernel: kernel.trim() === '1', node: getFips() === 1 };
    },
    resolvers: getServers,
    now: Date.now,
    async versions() {
      const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
      const name = /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(text)?.[1];
      return { node: process.version, system: `${name ?? platform()}, kernel ${release()}, ${arch()}` };
    },
  };
}
