import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { t } from './messages.ts';
import { readSchedules } from './schedule-file.ts';

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'schedule-file-'));
});
afterEach(() => rm(workspace, { recursive: true }));

test('a pipe and a huge file in a workspace are damaged lists of schedules', async () => {
  const file = join(workspace, '.airlock', 'schedules.json');
  expect(await readSchedules(workspace)).toEqual([]);
  await mkdir(join(workspace, '.airlock'));
  execFileSync('mkfifo', [file]);
  await expect(readSchedules(workspace)).rejects.toMatchObject({
    code: 'config-invalid',
    message: t('fileDamaged', { file, fault: t('notRegular') }),
  });
  await rm(file);
  await writeFile(file, '');
  await truncate(file, 2 ** 40);
  await expect(readSchedules(workspace)).rejects.toMatchObject({
    code: 'config-invalid',
    message: t('fileDamaged', { file, fault: t('tooLarge', { bytes: 4 * 2 ** 20 }) }),
  });
});
