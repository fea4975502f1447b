import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { ROOT } from './run.ts';

interface Step {
  name?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
}
interface Workflow {
  permissions: unknown;
  env: Record<string, string>;
  jobs: Record<string, { needs?: string[]; permissions?: unknown; steps: Step[]; strategy?: unknown }>;
}

const text = await readFile(join(ROOT, '.github', 'workflows', 'release.yml'), 'utf8');
const document = parseDocument(text, { strict: true, uniqueKeys: true });
const workflow = document.toJS() as Workflow;
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
const { scripts, devDependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  devDependencies: Record<string, string>;
};

test('it is valid YAML, and each job needs jobs that exist', () => {
  expect([...document.errors, ...document.warnings]).toEqual([]);
  expect(Object.keys(workflow.jobs)).toEqual(['desktop', 'bundle', 'release']);
  for (const { needs = [] } of Object.values(workflow.jobs))
    for (const job of needs) expect(workflow.jobs).toHaveProperty(job);
});

test('its npm scripts exist, and their files', () => {
  const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!);
  expect([...new Set(named)].toSorted()).toEqual([
    'bundle',
    'checksums',
    'package',
    'smoke',
    'smoke-package',
  ]);
  for (const name of named) {
    expect(scripts, name).toHaveProperty([name]);
    const file = scripts[name]!.split(' ').at(-1)!;
    expect(existsSync(join(ROOT, file)), file).toBe(true);
  }
});

test('actions have exact versions, and Node is the tested version', () => {
  const used = steps.flatMap(({ uses }) => uses ?? []);
  expect(used.length).toBeGreaterThan(8);
  expect(used.filter((each) => !/^actions\/[\w-]+@v\d+\.\d+\.\d+$/.test(each))).toEqual([]);
  expect(workflow.env['NODE_VERSION']).toBe(devDependencies['node']);
  const setups = steps.filter(({ uses }) => uses?.startsWith('actions/setup-node@'));
  expect(setups.map((step) => step.with!['node-version'])).toEqual(
    setups.map(() => `\${{ env.NODE_VERSION }}`),
  );
});

test('only the last job may write, and no token stays in the checkout', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' });
  expect(workflow.jobs['desktop']!.permissions).toBeUndefined();
  expect(workflow.jobs['bundle']!.permissions).toBeUndefined();
  expect(workflow.jobs['release']!.permissions).toEqual({ contents: 'write' });
  for (const { uses, with: options } of steps)
    if (uses?.startsWith('actions/checkout@')) expect(options!['persist-credentials']).toBe(false);
  // In a command, a secret would be part of the text that the shell reads.
  for (const { run = '' } of steps) expect(run).not.toContain('secrets.');
});

test('scripts of steps have valid syntax', () => {
  for (const { run } of steps)
    if (run !== undefined) {
      const script = run.replaceAll(/\$\{\{.*?\}\}/g, 'VALUE');
      expect(spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' }).stderr).toBe('');
    }
});

/** Runs a step as the runner does, with a stand-in for npm that prints its arguments and variables. */
async function runStep(name: string, env: Record<string, string>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-step-'));
  try {
    await writeFile(
      join(directory, 'npm'),
      '#!/bin/sh\necho "npm $*"\nenv | grep -E "CSC|APPLE|SIGN"\ntrue\n',
    );
    await chmod(join(directory, 'npm'), 0o755);
    const step = steps.find((each) => each.name === name)!;
    const empty = Object.fromEntries(Object.keys(step.env!).map((key) => [key, '']));
    const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail'], {
      cwd: directory,
      input: step.run!,
      encoding: 'utf8',
      env: { PATH: `${directory}:/usr/bin:/bin`, RUNNER_TEMP: directory, ...empty, ...env },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout.replaceAll(directory, 'TEMP');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

test('packages are built with the certificates that exist', async () => {
  expect(await runStep('Build packages', {})).toBe('npm run package -- --arch x64 --arch arm64\n');
  const given = { CSC_LINK: 'certificate', APPLE_API_KEY_TEXT: 'key', APPLE_API_KEY_ID: 'id' };
  const lines = (await runStep('Build packages', given)).trim().split('\n');
  expect(lines.toSorted()).toEqual([
    'APPLE_API_KEY=TEMP/apple-api-key.p8',
    'APPLE_API_KEY_ID=id',
    'CSC_LINK=certificate',
    'npm run package -- --arch x64 --arch arm64',
  ]);
});

test('every kind of artifact is uploaded', () => {
  const uploads = steps.filter(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
  expect(uploads.map((step) => step.with!['path'])).toEqual([
    'dist/packages/airlock-desktop-*',
    'dist/packages/airlock-*.tar.gz',
  ]);
  for (const step of uploads) expect(step.with!['if-no-files-found']).toBe('error');
  expect(workflow.jobs['desktop']!.strategy).toMatchObject({
    matrix: { include: [{ platform: 'linux' }, { platform: 'win' }, { platform: 'mac' }] },
  });
});
