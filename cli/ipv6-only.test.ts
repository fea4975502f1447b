import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Runs a command in a network namespace whose only address is ::1. */
const IPV6_ONLY = [
  ...['unshare', '--map-root-user', '--net', 'sh', '-c'],
  'ip link set lo up && ip address delete 127.0.0.1/8 dev lo && ip address show lo | grep -q ::1 && exec "$@"',
  'sh',
];
const permitted = spawnSync(IPV6_ONLY[0]!, [...IPV6_ONLY.slice(1), 'true']).status === 0;

test.skipIf(!permitted)(
  'practice, serve and mirror work on a host without IPv4',
  { timeout: 180_000 },
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'airlock-ipv6-'));
    try {
      const { stdout, stderr } = spawnSync(
        IPV6_ONLY[0]!,
        [
          ...IPV6_ONLY.slice(1),
          process.execPath,
          fileURLToPath(new URL('./ipv6-only.fixture.ts', import.meta.url)),
          directory,
        ],
        { encoding: 'utf8' },
      );
      expect(stdout, stderr).not.toBe('');
      expect(JSON.parse(stdout)).toEqual({
        practice: { status: 0, stderr: '' },
        serve: { host: '[::1]', status: 403 },
        upstream: '[::1]',
        mirror: { status: 0, stderr: '' },
        mirrored: expect.toSatisfy((count: number) => count > 5),
      });
    } finally {
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    }
  },
);
