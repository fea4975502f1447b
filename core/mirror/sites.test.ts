import { execFileSync } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../base/image/sha256.ts';
import { acceptReport, previewReport } from '../media/sites/accept-report.ts';
import { siteChain } from '../media/sites/chain.ts';
import { makeReport } from '../media/sites/make-report.ts';

import { REPORT_LIMITS, reportText, type SiteReport, sealedReport } from '../media/sites/site-report.ts';
import { writeJournal } from '../media/transfer/journal.ts';
import { type RegistryServer, startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { control, newRig, type Rig, requestOf, toDisk, toRegistry } from './mirror.fixture.ts';
import { mirror } from './mirror.ts';

const [ANVIL, BELLOWS] = ['anvil', 'bellows'].map(
  (name) => `${name}-operator of redhat-operator-index:v4.16`,
) as [string, string];
const TOOL = 'airlock 0.0.0';
const noWarning = () => {};
let rig: Rig;
const servers: RegistryServer[] = [];
beforeAll(async () => {
  rig = await newRig({ releaseKey: 'rsa' });
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await rig[Symbol.asyncDispose]();
});

async function configuration(packages: string[], release: boolean): Promise<string> {
  const { catalog, releases } = rig.world.inventory;
  const [first] = releases.filter(({ architecture }) => architecture === 'amd64');
  const { version } = first!;
  const channels = [{ name: 'stable-4.16', minVersion: version, maxVersion: version }];
  const operators = [{ catalog: catalog.source, packages: packages.map((name) => ({ name })) }];
  const file = `${rig.place('isc')}.yaml`;
  const head = { kind: 'ImageSetConfiguration', apiVersion: 'mirror.openshift.io/v2alpha1' };
  await writeFile(
    file,
    JSON.stringify({ ...head, mirror: { platform: release ? { channels } : undefined, operators } }),
  );
  return file;
}

/** Copies all transfers of a workspace to a new folder of the next site. */
async function carried(workspace: string, received: string): Promise<void> {
  await cp(join(workspace, 'transfers'), join(received, 'transfers'), { recursive: true });
}

async function pushed(received: string, state: string): Promise<void> {
  const server = await startRegistryServer({ storage: memoryStorage() });
  servers.push(server);
  const result = await toRegistry(rig, received, server.host, { stateDirectory: state });
  expect(result).toMatchObject({ status: 'complete' });
}

function onward(from: string, directory: string, configFile: string, enclave: string) {
  return mirror(
    requestOf({ kind: 'mirrorToDisk', directory, from }, { configFile, enclave }),
    rig.host,
    control(),
  );
}

const chainOf = async (directories: string[]) => (await siteChain(directories)).sites;

/** Writes a report to a new file. */
async function fileOf(report: SiteReport): Promise<string> {
  const file = `${rig.place('report')}.json`;
  await writeFile(file, reportText(report));
  return file;
}

test('acknowledgments of three sites in a chain travel back over two hops', async () => {
  const [a, atB, b, atC] = ['a', 'at-b', 'b', 'at-c'].map(rig.place) as [string, string, string, string];
  const both = await configuration(['anvil-operator', 'bellows-operator'], true);
  const one = await configuration(['anvil-operator'], false);
  await toDisk(rig, a, both, { enclave: 'lab' });
  await carried(a, atB);
  await pushed(atB, rig.place('state'));
  expect(await onward(atB, b, one, 'branch')).toMatchObject({ status: 'complete' });
  // Each site knows its neighbors only.
  expect(await chainOf([a])).toMatchObject([
    { id: 'here', kind: 'here', name: '', content: { operators: [ANVIL, BELLOWS] } },
    {
      ...{ id: 'here/0', parent: 'here', name: 'lab', workspace: a, enclave: 'lab' },
      content: { releases: [], images: 0 },
      waiting: { releases: [expect.stringMatching(/^4\.16\.\d+-x86_64$/)] },
      transfers: [{ name: 'lab-0001', state: 'waiting' }],
    },
  ]);
  expect(await chainOf([atB, b])).toMatchObject([
    { id: 'sender', kind: 'sender' },
    { id: 'here', parent: 'sender', name: 'lab', transfers: [{ name: 'lab-0001', state: 'arrived' }] },
    {
      ...{ id: 'here/0', parent: 'here', name: 'branch', source: { kind: 'sets', directory: atB } },
      waiting: { operators: [ANVIL] },
      transfers: [{ name: 'branch-0001', state: 'waiting' }],
    },
  ]);

  await carried(b, atC);
  await pushed(atC, rig.place('state'));
  const fromC = await makeReport({ directory: atC, next: [], tool: TOOL, reached: 'pushed' });
  expect(fromC).toMatchObject({
    sites: [],
    report: { enclave: 'branch', acknowledgments: [expect.any(String)] },
  });
  expect(await acceptReport(b, await fileOf(fromC.report), noWarning)).toMatchObject({
    enclave: 'branch',
    acknowledged: [{ transfer: 'branch-0001', summary: '0001 is complete and was pushed' }],
  });
  const fromB = await makeReport({ directory: atB, next: [b], tool: TOOL, reached: 'pushed' });
  const file = await fileOf(fromB.report);
  for (const secret of [b, atB, atC, rig.directory])
    expect(await readFile(file, 'utf8')).not.toContain(secret);
  const expected = {
    enclave: 'lab',
    acknowledged: [{ transfer: 'lab-0001', summary: '0001 is complete and was pushed' }],
    unknown: [],
    sites: ['branch'],
  };
  expect(await previewReport(a, file)).toMatchObject(expected);
  expect((await chainOf([a])).length).toBe(2);
  expect(await acceptReport(a, file, noWarning)).toMatchObject(expected);
  expect(await chainOf([a])).toMatchObject([
    { id: 'here' },
    {
      ...{ id: 'here/0', name: 'lab', lastAcknowledgedAt: expect.any(String) },
      content: { operators: [ANVIL, BELLOWS] },
      inTransit: { images: 0, bytes: 0 },
    },
    {
      ...{ id: 'here/0/0', parent: 'here/0', name: 'branch', reportedAt: fromB.report.created },
      content: { releases: [], operators: [ANVIL], bytes: expect.any(Number) },
      transfers: [{ name: 'branch-0001', state: 'arrived', reached: 'pushed' }],
    },
  ]);

  // The next transfer of the middle site is in transit, also in the view of the first one.
  expect(await onward(atB, b, both, 'branch')).toMatchObject({ transfer: 'branch-0002' });
  await writeJournal(b, 'branch-0002', { step: 'on-media' });
  const later = await makeReport({
    ...{ directory: atB, next: [b], tool: TOOL },
    now: new Date(Date.now() + 60_000),
  });
  await acceptReport(a, await fileOf(later.report), noWarning);
  const [, , branch] = await chainOf([a]);
  expect(branch).toMatchObject({
    transfers: [
      { name: 'branch-0002', state: 'in-transit' },
      { name: 'branch-0001', state: 'arrived' },
    ],
    inTransit: { operators: [BELLOWS] },
  });
  expect(branch!.inTransit.bytes).toBe(branch!.transfers[0]!.bytes);
  // A report from before doesn't replace what is known.
  await expect(acceptReport(a, file, noWarning)).rejects.toMatchObject({ code: 'acknowledgment-invalid' });
  // A host that has all directories shows the same sites, each once.
  expect((await chainOf([a, atB, b, atC])).map(({ id, name }) => [id, name])).toEqual([
    ['here', ''],
    ['here/0', 'lab'],
    ['here/0/0', 'branch'],
  ]);
});

test('a registry that is filled from a mirror registry is a site, too', async () => {
  const [a, atB, branch] = ['a', 'at-b', 'branch'].map(rig.place) as [string, string, string];
  const one = await configuration(['anvil-operator'], false);
  await toDisk(rig, a, one);
  await carried(a, atB);
  const state = rig.place('state');
  await pushed(atB, state);
  const [from, to] = [
    servers.at(-1)!.host,
    (await startRegistryServer({ storage: memoryStorage() })) as RegistryServer,
  ];
  servers.push(to);
  const workflow = {
    kind: 'mirrorToMirror' as const,
    workspace: branch,
    destination: { host: to.host, namespace: 'ocp' },
    fromRegistry: { host: from, namespace: '' },
  };
  const tls = { sourceTlsVerify: false, destinationTlsVerify: false };
  const request = requestOf(workflow, { configFile: one, stateDirectory: state, ...tls });
  expect(await mirror(request, rig.host, control())).toMatchObject({ status: 'complete' });
  expect((await chainOf([atB, branch])).slice(2)).toMatchObject([
    {
      ...{ kind: 'registry', name: `${to.host}/ocp`, source: { kind: 'registry', registry: from } },
      content: { operators: [ANVIL] },
      transfers: [{ state: 'arrived', reached: 'pushed' }],
    },
  ]);
  const made = await makeReport({ directory: atB, next: [branch], tool: TOOL });
  await acceptReport(a, await fileOf(made.report), noWarning);
  expect((await chainOf([a])).at(-1)).toMatchObject({
    ...{ kind: 'registry', name: `${to.host}/ocp`, content: { operators: [ANVIL] } },
  });
});

test('rejects reports that are altered, foreign, too large, or contradict their codes', async () => {
  const [a, atB, b] = ['a', 'at-b', 'b'].map(rig.place) as [string, string, string];
  const one = await configuration(['anvil-operator'], false);
  await toDisk(rig, a, one);
  await carried(a, atB);
  await onward(atB, b, one, 'branch');
  const { report } = await makeReport({ directory: atB, next: [b], tool: TOOL });
  const { kind: _kind, format: _format, digest: _digest, ...content } = report;
  const rejected = async (given: unknown, code: string, text?: string) => {
    const file = `${rig.place('bad')}.json`;
    await writeFile(file, text ?? JSON.stringify(given));
    await expect(acceptReport(a, file, noWarning)).rejects.toMatchObject({ code });
    return file;
  };
  const [site] = report.sites;
  const [transfer] = site!.transfers;
  await rejected({ ...report, tool: 'other 1' }, 'config-invalid');
  await rejected({ ...report, format: 2 }, 'workspace-format');
  await rejected(undefined, 'config-invalid', '{');
  await rejected(undefined, 'config-invalid', ' '.repeat(REPORT_LIMITS.bytes + 1));
  await rejected(sealedReport({ ...content, tool: '\u001b[2J' }), 'config-invalid');
  await rejected(sealedReport({ ...content, enclave: 'other' }), 'config-invalid');
  await rejected(sealedReport({ ...content, acknowledgments: ['147K'] }), 'acknowledgment-invalid');
  const claimed = { ...transfer!, code: report.acknowledgments[0]! };
  const other = [{ ...site!, transfers: [{ ...claimed, number: 7 }] }];
  await rejected(sealedReport({ ...content, sites: other }), 'acknowledgment-invalid');
  const pipe = rig.place('pipe');
  execFileSync('mkfifo', [pipe]);
  await expect(acceptReport(a, pipe, noWarning)).rejects.toMatchObject({ code: 'config-invalid' });
  const levels = (depth: number): SiteReport['sites'] => [
    { name: 'x', kind: 'enclave', transfers: [], sites: depth > 0 ? levels(depth - 1) : [] },
  ];
  await rejected(sealedReport({ ...content, sites: levels(REPORT_LIMITS.depth) }), 'config-invalid');
  const many = Array.from({ length: REPORT_LIMITS.sites }, () => levels(1)[0]!);
  await rejected(sealedReport({ ...content, sites: many }), 'config-invalid');
  // A report for another workspace.
  const elsewhere = await fileOf(report);
  await expect(acceptReport(b, elsewhere, noWarning)).rejects.toMatchObject({
    code: 'acknowledgment-invalid',
  });
  expect((await chainOf([a])).length).toBe(2);
  const link = `${rig.place('link')}`;
  await symlink('/dev/zero', link);
  await expect(acceptReport(a, link, noWarning)).rejects.toMatchObject({ code: 'config-invalid' });
  expect(report.digest).toBe(sha256(JSON.stringify({ ...report, digest: undefined })));
  await acceptReport(a, elsewhere, noWarning);
  // A damaged file of this host counts as absent.
  const saved = join(a, '.airlock/enclaves/default/site-report.json');
  await writeFile(saved, (await readFile(saved, 'utf8')).replace('branch', 'brench'));
  expect((await chainOf([a])).length).toBe(2);
});
