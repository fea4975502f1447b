import { getFips } from 'node:crypto';
import { getServers } from 'node:dns';
import { readFile, statfs } from 'node:fs/promises';
import { arch, platform, release } from 'node:os';
import { t } from '../messages.ts';

/** Facts of a file system, as in statfs(2). Sizes in bytes. */
export interface FileSystemFacts {
  /** Magic number of its type. */
  type: number;
  freeBytes: number;
  totalBytes: number;
  freeFiles: number;
  /** 0 if files aren't counted. */
  totalFiles: number;
}

/** The facts of this host. They are in one place, so that tests can examine other hosts. */
export interface HostProbes {
  fileSystem(directory: string): Promise<FileSystemFacts>;
  /** Text of /proc/self/mountinfo; undefined if it doesn't exist. */
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
      // Some FUSE drivers report no sizes. A full disk is then noticed only when it is full.
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
      const system = t('system', { system: name ?? platform(), kernel: release(), architecture: arch() });
      return { node: process.version, system };
    },
  };
}
