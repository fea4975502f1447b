import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startedChild } from '../../base/flow/started-child.ts';

const FIXTURE = fileURLToPath(new URL('./started-programs.fixture.ts', import.meta.url));

test.each([
  ['credential-helper', /^credential-helper$/],
  ['drives-tool', /^disk$/],
  ['outside-command', /^usage$/],
  ['check-command', /^usage$/],
  ['helm', /^(chart-invalid|disk)$/],
  ['engine', /^engine-lost$/],
])('starting a program without free descriptors fails with an error: %s', async (name, code) => {
  for (const left of [0, 1, 2, 3]) {
    const { stdout } = await promisify(execFile)(
      'prlimit',
      ['--nofile=64', process.execPath, FIXTURE, name, `${left}`],
      { timeout: 50_000 },
    );
    expect(`${left}: ${stdout}`).toMatch(new RegExp(`^${left}: (?:${code.source.slice(1, -1)})$`));
  }
});

test('a child that a signal ends before it has started is an error', async () => {
  const signal = AbortSignal.abort();
  await expect(startedChild(() => spawn('true', { signal }))).rejects.toMatchObject({ name: 'AbortError' });
  await expect(startedChild(() => spawn('airlock-has-no-such-program'))).rejects.toMatchObject({
    code: 'ENOENT',
  });
  await expect(startedChild(() => spawn('true', ['x'.repeat(2 ** 22)]))).rejects.toMatchObject({
    code: 'E2BIG',
  });
});
