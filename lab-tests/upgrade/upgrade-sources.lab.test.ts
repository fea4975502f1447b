import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { findGraph } from '../../core/upgrade/sources/find-graph.ts';

const DATA = fileURLToPath(new URL('../../../shared/data/cincinnati', import.meta.url));
const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'airlock-lab-upgrade-'));
});
afterAll(async () => rm(home, { recursive: true, force: true }));

/** The command line with --json: exit code and result. */
function airlock(...args: string[]): Promise<{ code: number; result: Record<string, unknown> }> {
  const env = { PATH: process.env.PATH, HOME: home };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [MAIN, ...args, '--json'],
      { env, maxBuffer: 64 * 2 ** 20 },
      (error, stdout) => {
        const code = error ? Number(error.code) : 0;
        resolve({ code, result: JSON.parse(stdout.trim().split('\n').at(-1)!) as Record<string, unknown> });
      },
    );
  });
}

test('every file is a graph, or an error that names the file', async () => {
  const read: string[] = [];
  for (const name of await readdir(DATA)) {
    const path = join(DATA, name);
    try {
      const { graph, used } = await findGraph(
        [{ at: 'disk', path }],
        { architecture: 'amd64' },
        { directory: home },
      );
      expect(used).toMatchObject([{ kind: 'file', origin: path }]);
      if (graph.nodes.length > 0) read.push(name);
    } catch (error) {
      expect(error).toBeInstanceOf(AirlockError);
      expect(error).toMatchObject({ code: 'graph-invalid', message: expect.stringContaining(path) });
    }
  }
  expect(read).toEqual(
    expect.arrayContaining([
      'graph-data',
      'graph-data.tar.gz',
      'openshift__oc-mirror__internal_e2e_templates_release_templates_cincinnati_stable-4.0.json',
    ]),
  );
});

describe('graph data with gaps', () => {
  test('reports that there is no path across a missing minor version', async () => {
    const data = join(DATA, 'graph-data.tar.gz');
    const request = ['upgrade-path', 'ocp', '--from', '4.16.10', '--to', '4.18.9', '--data', data];
    const { code, result } = await airlock(...request);
    expect(code).toBe(2);
    expect(result).toMatchObject({ path: null, reason: expect.stringMatching(/4\.18\.9/) });
    const found = await airlock('upgrade-path', 'ocp', '--from', '4.16.10', '--to', '4.17', '--data', data);
    expect(found.code).toBe(0);
    expect((found.result.path as string[]).at(-1)).toMatch(/^4\.17\.\d+$/);
  });

  test('channels alone contain no updates, and a warning reports what is missing', async () => {
    const request = ['upgrade-path', 'ocp', '--from', '4.16.10', '--to', '4.16.20'];
    const { code, result } = await airlock(...request, '--data', join(DATA, 'graph-data'));
    expect(code).toBe(2);
    expect(result.problems).toMatchObject([
      { code: 'upgrade-path', message: expect.stringContaining('but no updates between them') },
    ]);
  });
});
