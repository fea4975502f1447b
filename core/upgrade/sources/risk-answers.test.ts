import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MOST_RISK_ANSWERS } from '../../contract/topics/upgrades.ts';
import { readRiskAnswers, recordRiskAnswer } from './risk-answers.ts';

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'risk-answers-'));
});
afterEach(() => rm(workspace, { recursive: true }));
const file = () => join(workspace, '.airlock', 'risk-answers.json');

test('an answer is recorded, replaced and removed', async () => {
  expect(await readRiskAnswers(workspace)).toEqual([]);
  await recordRiskAnswer(workspace, 'Slow', { applies: true, reason: 'RHEL workers' });
  await recordRiskAnswer(workspace, 'Other', { applies: false, reason: 'Not on Azure' });
  await recordRiskAnswer(workspace, 'Slow', { applies: false, reason: 'Only\nCoreOS\u001b[31m' });
  expect(await readRiskAnswers(workspace)).toMatchObject([
    { risk: 'Other', applies: false, reason: 'Not on Azure' },
    { risk: 'Slow', applies: false, reason: expect.stringMatching(/^Only CoreOS/) },
  ]);
  expect(JSON.parse(await readFile(file(), 'utf8')).answers[1].reason).not.toContain('\u001b');
  expect(await recordRiskAnswer(workspace, 'Slow', undefined)).toHaveLength(1);
});

test('a directory that does not exist, too many answers and a damaged file are errors', async () => {
  const answer = { applies: false, reason: 'No' };
  await expect(recordRiskAnswer(join(workspace, 'none'), 'Slow', answer)).rejects.toMatchObject({
    code: 'usage',
  });
  await mkdir(join(workspace, '.airlock'));
  const answers = Array.from({ length: MOST_RISK_ANSWERS }, (_, at) => ({
    ...answer,
    risk: `Risk${at}`,
    answeredAt: '2026-11-28T00:00:00Z',
  }));
  await writeFile(file(), JSON.stringify({ format: 1, answers }));
  await expect(recordRiskAnswer(workspace, 'Slow', answer)).rejects.toMatchObject({ code: 'usage' });
  await recordRiskAnswer(workspace, 'Risk3', { applies: true, reason: 'Yes' });
  await writeFile(file(), '{"format":1,"answers":[{"risk":""}]}');
  await expect(readRiskAnswers(workspace)).rejects.toMatchObject({ code: 'workspace-invalid' });
  await writeFile(file(), ' '.repeat(1024 * 1024 + 1));
  await expect(readRiskAnswers(workspace)).rejects.toMatchObject({ code: 'workspace-invalid' });
  await rm(file());
  execFileSync('mkfifo', [file()]);
  await expect(readRiskAnswers(workspace)).rejects.toMatchObject({ code: 'workspace-invalid' });
});
