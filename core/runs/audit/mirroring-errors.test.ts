import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeMirroringErrors } from './mirroring-errors.ts';

test('writes one line per failure as oc-mirror v2, and no file without failures', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-errors-'));
  try {
    const logs = join(directory, 'logs');
    expect(await writeMirroringErrors(logs, [])).toBeUndefined();
    expect(await readdir(directory)).toEqual([]);
    const path = await writeMirroringErrors(
      logs,
      [
        { origin: 'q.io/a:1', message: 'reading manifest:\n  https://u:S3cr3t@q.io/v2/ refused' },
        { origin: 'q.io/b:1', message: 'denied', operators: { bundles: ['b1', 'b2'], packages: ['p1'] } },
      ],
      new Date(2026, 0, 31, 9, 5, 7),
    );
    expect(path).toBe(join(logs, 'mirroring_errors_20260131_090507.txt'));
    expect(await readFile(path!, 'utf8')).toBe(
      'error mirroring image q.io/a:1 error: reading manifest: https://q.io/v2/ refused\n' +
        'error mirroring image q.io/b:1 (Operator bundles: [b1 b2] - Operators: [p1]) error: denied\n',
    );
  } finally {
    await rm(directory, { recursive: true });
  }
});
