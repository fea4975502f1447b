import { execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noWarning } from '../../store/workspace/no-warning.fixture.ts';
import { openWorkspace } from '../../store/workspace/workspace.ts';
import { existingDirectory } from './checks/directory.ts';
import type { CheckName } from './checks/finding.ts';
import type { HostProbes } from './checks/host-probes.ts';
import { mountOf } from './checks/mounts.ts';
import { healthyProbes, newPatient, type Patient, wrong } from './doctor.fixture.ts';
import type { DoctorReport } from './examine.ts';
import { t } from './messages.ts';

let patient: Patient;
let workspace: string;
beforeEach(async () => {
  patient = await newPatient();
  workspace = join(patient.directory, 'mirror');
});
afterEach(async () => patient[Symbol.asyncDispose]());

const GIB = 2 ** 30;
const look = (changed: Partial<HostProbes> = {}) =>
  patient.examine({ workspace }, { probes: healthyProbes(changed) });
const found = ({ findings }: DoctorReport, check: CheckName) =>
  findings.find((one) => one.check === check && one.level !== 'ok')!;
const disk = (facts: Partial<Awaited<ReturnType<HostProbes['fileSystem']>>>) => ({
  fileSystem: async () => ({
    type: 0x58465342,
    freeBytes: 200 * GIB,
    totalBytes: 400 * GIB,
    freeFiles: 1_000_000,
    totalFiles: 2_000_000,
    ...facts,
  }),
});

test('reports no problems for a working host, measures its disk, and leaves nothing there', async () => {
  await mkdir(workspace);
  const report = await look();
  expect(wrong(report)).toEqual([]);
  expect(report.findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining([
      'directory',
      'space',
      'file-system',
      'disk-speed',
      'lock',
      'umask',
      'noexec',
      'fips',
    ]),
  );
  expect(report.findings.find(({ check }) => check === 'disk-speed')?.message).toMatch(
    /^write: 1 MiB at [\d.]+ MiB/,
  );
  expect(await readdir(workspace)).toEqual([]);
});

test("checks the future location of a workspace that doesn't exist yet", async () => {
  const report = await look();
  expect(wrong(report)).toEqual([]);
  expect(report.findings.find(({ check }) => check === 'directory')?.message).toBe(
    t('directoryCreatable', { role: t('workspaceRole'), parent: patient.directory }),
  );
  expect(await existingDirectory(join(workspace, 'a/b'))).toBe(patient.directory);
  expect((await readdir(patient.directory)).filter((name) => name.startsWith('.airlock-tmp'))).toEqual([]);
});

test('reports a full disk, one that is nearly full, and one without free inodes', async () => {
  const full = await look(disk({ freeBytes: 0 }));
  expect(full.ok).toBe(false);
  expect(wrong(full)).toEqual([`error space ${patient.directory} disk-full`]);
  expect(found(full, 'space')).toMatchObject({
    message: t('diskFull', { folder: patient.directory, free: '0 MiB', total: '400.0 GiB' }),
    remedy: expect.stringContaining('Free up space'),
  });
  const low = await look(disk({ freeBytes: 3 * GIB }));
  expect(wrong(low)).toEqual([`warning space ${patient.directory} disk-full`]);
  expect(found(low, 'space').remedy).toContain('airlock plan');
  const inodes = await look(disk({ freeFiles: 3 }));
  expect(wrong(inodes)).toEqual([`error space ${patient.directory} disk-full`]);
  expect(found(inodes, 'space').remedy).toContain('inodes');
  expect(wrong(await look(disk({ freeFiles: 0, totalFiles: 0 })))).toEqual([]);
});

test('reports a folder below a file as not writable', async () => {
  await writeFile(workspace, '');
  const report = await patient.examine({ workspace: join(workspace, 'below') });
  expect(wrong(report)).toEqual([`error directory ${workspace}/below disk`]);
  expect(found(report, 'directory')).toMatchObject({
    message: t('directoryIsFile', { folder: `${workspace}/below`, path: workspace }),
    remedy: t('directoryIsFileRemedy'),
  });
});

test('reports a folder in which nothing can be created', async () => {
  const report = await patient.examine({ workspace: '/proc/self' });
  expect(wrong(report)).toContain('error directory /proc/self disk');
  expect(found(report, 'directory').remedy).toBe(
    t('directoryUnwritableRemedy', { role: t('workspaceRole') }),
  );
});

test('reports limits of file systems: FAT, memory', async () => {
  const fat = await look({
    ...disk({ type: 0x4d44 }),
    mounts: async () => '27 1 8:1 / / rw - vfat /dev/sdb1 rw',
  });
  expect(wrong(fat)).toEqual([`warning file-system ${workspace} file-system`]);
  expect(found(fat, 'file-system')).toMatchObject({
    message: t('fileTooLarge', { folder: workspace, fileSystem: 'vfat' }),
    remedy: expect.stringContaining('--archive-size 3'),
    evidence: expect.arrayContaining(['mounted at / (rw)']),
  });
  const memory = await look({ ...disk({ type: 0x01021994 }), mounts: async () => undefined });
  expect(found(memory, 'file-system').message).toBe(
    t('inMemory', { folder: workspace, fileSystem: 'tmpfs' }),
  );
});

test('reports a workspace in use, one locked by a dead process, and one of a newer version', async () => {
  const open = await openWorkspace(workspace, { create: true, onWarning: noWarning });
  const used = await look();
  expect(wrong(used)).toEqual([`error lock ${workspace} workspace-locked`]);
  expect(found(used, 'lock')).toMatchObject({
    message: expect.stringContaining(`process ${process.pid}`),
    remedy: expect.stringContaining(join(workspace, '.airlock/lock')),
  });
  await open.close();
  const ended = Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }));
  const holder = { user: 'me', host: hostname(), pid: ended, since: '2026-01-01T00:00:00Z' };
  await writeFile(join(workspace, '.airlock/lock'), JSON.stringify(holder));
  expect(wrong(await look())).toEqual([]);
  await writeFile(join(workspace, '.airlock/format.json'), '{"format":99}\n');
  expect(wrong(await look())).toEqual([`error directory ${workspace} workspace-format`]);
});

test('reports umask, noexec, FIPS and the version of Node', async () => {
  const here = hostname();
  const closed = await look({ umask: () => 0o077 });
  expect(wrong(closed)).toEqual([`warning umask ${here} host-setting`]);
  expect(found(closed, 'umask').message).toBe(t('umaskClosed', { umask: '0077' }));
  expect(found(await look({ umask: () => 0 }), 'umask').message).toBe(t('umaskOpen', { umask: '0000' }));
  expect(wrong(await look({ umask: () => 0o027 }))).toEqual([]);
  const mounts = async () => '1 0 8:1 / / rw - xfs /dev/a rw\n2 1 8:2 / /tmp rw,noexec - xfs /dev/b rw';
  const noexec = await look({ mounts });
  expect(wrong(noexec)).toEqual(['info noexec /tmp noexec']);
  expect(found(noexec, 'noexec').remedy).toContain('TMPDIR');
  const fips = await look({ fips: async () => ({ kernel: true, node: false }) });
  expect(wrong(fips)).toEqual([`info fips ${here} fips`]);
  expect(wrong(await look({ fips: async () => ({ kernel: true, node: true }) }))).toEqual([]);
  const old = await look({ versions: async () => ({ node: 'v22.1.0', system: 'a system' }) });
  expect(wrong(old)).toEqual([`warning versions ${here} host-setting`]);
  expect(found(old, 'versions').remedy).toContain('node_modules/.bin/node');
});

test('finds the mount of a folder: the longest, the last at one mount point, and one with spaces', () => {
  const text = [
    '1 0 8:1 / / rw - ext4 /dev/a rw',
    '2 1 8:2 / /srv\\040x ro,noexec - xfs /dev/b rw',
    '3 1 8:3 / /srv\\040x rw - nfs4 host:/x rw',
    'nonsense',
  ].join('\n');
  expect(mountOf(text, '/srv x/deep')).toEqual({ point: '/srv x', type: 'nfs4', options: ['rw'] });
  expect(mountOf(text, dirname('/srv x'))).toMatchObject({ type: 'ext4' });
  expect(mountOf(text, '/srv xy')).toMatchObject({ type: 'ext4' });
  expect(mountOf('', '/a')).toBeUndefined();
});
