import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyTextEdits } from '../../core/base/document/edit/text-edits.ts';
import type { LivePlanner } from '../../core/mirror/live-plan/known/planner-answers.ts';
import { createLivePlanner } from '../../core/mirror/live-plan/live-planner.ts';

const DIRECTORY = join(import.meta.dirname, '../../../shared/data/imageset');

let directory: string;
let planner: LivePlanner;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-plan-files-'));
  const host = { env: {}, home: directory, tool: 'airlock 0' };
  planner = createLivePlanner({ host, workspace: join(directory, 'workspace') });
});
afterAll(async () => {
  await planner?.close();
  await rm(directory, { recursive: true, force: true });
});

const answerTo = (text: string) =>
  planner.plan({ text, file: join(directory, 'isc.yaml'), enclave: 'default', goal: 'disk', options: {} });

test('every published configuration has a result, and every fix solves its problem', async () => {
  const files = (await readdir(DIRECTORY)).filter((name) => /\.ya?ml$/.test(name));
  expect(files.length).toBeGreaterThan(190);
  const counts = { planned: 0, rejected: 0, problems: 0, fixes: 0 };
  const labels = new Map<string, number>();
  const bad: string[] = [];
  for (const name of files) {
    const text = await readFile(join(DIRECTORY, name), 'utf8');
    const { parts, problems, lookUps } = await answerTo(text);
    if (problems.some(({ level, code }) => level === 'error' && code.startsWith('config'))) counts.rejected++;
    if (parts.length > 0) counts.planned++;
    expect(lookUps.length > 0 || parts.length === 0, name).toBe(true);
    counts.problems += problems.length;
    for (const { message, line, fix } of problems) {
      if (!fix) continue;
      counts.fixes++;
      labels.set(fix.label, (labels.get(fix.label) ?? 0) + 1);
      const left = (await answerTo(applyTextEdits(text, fix.edits))).problems;
      const remains = left.filter((each) => each.message === message).length;
      const were = problems.filter((each) => each.message === message).length;
      if (remains >= were) bad.push(`${name}:${line}: ${message}: ${fix.label}`);
    }
  }
  expect(bad).toEqual([]);
  console.log(`${files.length} files:`, counts, [...labels].sort((a, b) => b[1] - a[1]).slice(0, 20));
});
