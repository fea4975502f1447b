import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readClusterObjects } from '../../install/install-config/day2/cluster-objects.ts';
import { clusterText, FD_B, INI, VC_B } from '../../install/install-config/day2/day2.fixture.ts';
import type { Day2Plan } from '../../install/install-config/day2/plan.ts';
import { planDay2 } from '../../install/install-config/day2/plan-day2.ts';
import { t } from './messages.ts';
import { writePlan } from './write-plan.ts';

const objects = readClusterObjects([{ file: 'objects.yaml', text: clusterText({ config: INI }) }]);
const LARGE = planDay2(objects, { addVCenters: [VC_B], addFailureDomains: [FD_B] });
const SMALL = planDay2(objects, { convertCloudConfig: true });
const STALE = '05-infrastructure/Infrastructure-cluster.yaml';
const made: string[] = [];
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-plan-'));
  made.push(directory);
});
afterAll(() => Promise.all(made.map((each) => rm(each, { recursive: true, force: true }))));

async function existingFiles(): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name).slice(directory.length + 1))
    .sort();
}

test('removes the steps of the earlier plan with their folders', async () => {
  await writePlan(directory, LARGE);
  expect(await existingFiles()).toContain(STALE);
  const { files, removed, others } = await writePlan(directory, SMALL);
  expect(removed).toContain(STALE);
  expect(others).toEqual([]);
  expect(await existingFiles()).toEqual(files.toSorted());
  expect((await readdir(directory)).filter((name) => /infrastructure|machine/.test(name))).toEqual([]);
});

test('leaves and reports files that were changed or came from elsewhere', async () => {
  await writePlan(directory, LARGE);
  await writeFile(join(directory, STALE), 'mine');
  await mkdir(join(directory, '09-own'));
  await writeFile(join(directory, '09-own', 'a.yaml'), 'mine');
  await writeFile(join(directory, 'notes.txt'), 'mine');
  const { removed, others } = await writePlan(directory, SMALL);
  expect(removed).not.toContain(STALE);
  expect(others).toEqual([STALE, '09-own/a.yaml']);
  expect(await readFile(join(directory, 'notes.txt'), 'utf8')).toBe('mine');
});

test('preserves the backups of a started plan: rejects another plan, and writes the same one again', async () => {
  await writePlan(directory, LARGE);
  await mkdir(join(directory, 'backup'));
  const before = await existingFiles();
  await expect(writePlan(directory, SMALL)).rejects.toMatchObject({
    code: 'usage',
    message: t('otherPlanStarted', { directory }),
  });
  expect(await existingFiles()).toEqual(before);
  expect((await writePlan(directory, LARGE)).removed).toEqual([]);
});

test('a plan.json with paths outside the folder removes nothing there', async () => {
  const victim = join(directory, 'victim.yaml');
  await writeFile(victim, 'kept');
  const [first, ...rest] = SMALL.steps;
  const back = { commands: [], remains: '', files: [{ path: '../victim.yaml', text: 'kept' }] };
  const crafted: Day2Plan = { ...SMALL, steps: [{ ...first!, rollback: back }, ...rest] };
  directory = join(directory, 'plan');
  await mkdir(directory);
  await writeFile(join(directory, 'plan.json'), JSON.stringify(crafted));
  expect((await writePlan(directory, SMALL)).removed).toEqual([]);
  expect(await readFile(victim, 'utf8')).toBe('kept');
  await writeFile(join(directory, 'plan.json'), '{"steps": 1}');
  expect((await writePlan(directory, SMALL)).others).toEqual([]);
});
