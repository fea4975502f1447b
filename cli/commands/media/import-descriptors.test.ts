import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportWorkspace } from '../../../core/media/export/export.fixture.ts';
import { exportOver } from '../../../core/media/import/import.fixture.ts';
import { airlock } from '../../../core/mirror/airlock-process.fixture.ts';
import { verifySource } from '../../../core/store/archive/verify.ts';

/** An archive that is large enough for its digest to be computed by a thread, which needs its own descriptors. */
const IMAGES = 450;
const ARCHIVE = 40_000_000;

test('an import with few file descriptors completes or fails, and the next one completes it', {
  timeout: 120_000,
}, async () => {
  const root = await mkdtemp(join(tmpdir(), 'airlock-descriptors-'));
  try {
    const { directory } = await exportWorkspace(root, IMAGES, ARCHIVE);
    const from = await exportOver(root, directory, { media: [ARCHIVE], volumeSize: 4_000_000 });
    const host = { home: root, env: { AIRLOCK_CONFIG_DIR: join(root, 'config') }, tool: 'test' };
    const run = (here: string, wrapper: string[]) =>
      airlock({ host }, ['media', 'import', '--from', from[0]!, `file://${here}`], wrapper).ended;
    const codes: (number | null)[] = [];
    for (const descriptors of [23, 24, 25, 26, 28, 31]) {
      const here = join(root, `${descriptors}`);
      const { code, result, stderr } = await run(here, ['prlimit', `--nofile=${descriptors}`]);
      codes.push(code);
      if (code === 0) expect(await verifySource(here)).toMatchObject({ ok: true });
      // With too few descriptors to load the program, Node.js reports the error.
      else if (!stderr.includes('Node.js v'))
        expect(result, `${descriptors} descriptors, exit code ${code}\n${stderr}`).toBeDefined();
    }
    expect(codes).not.toContain(13);
    expect(codes.some((code) => code !== 0)).toBe(true);
    const unfinished = join(root, '24');
    expect((await run(unfinished, [])).code).toBe(0);
    expect(await verifySource(unfinished)).toMatchObject({ ok: true });
  } finally {
    await rm(root, { recursive: true });
  }
});
