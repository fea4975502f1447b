import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AirlockError } from '../../base/errors/airlock-error.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { noteLost } from '../../media/delivery/acknowledge.ts';
import { exportOcLayout } from '../../media/formats/write-oc-layout.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { verifySource } from '../../store/archive/verify.ts';
import { control, newRig, type Rig, toDisk, toRegistry } from '../mirror.fixture.ts';
import { asOcMirror } from '../oc-mirror-archive.fixture.ts';
import { t } from './messages.ts';
import { type AttachmentsRequest, receivedAttachments } from './received-attachments.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

/** A folder with a configuration of additional images and files to attach. */
async function files(
  contents: Record<string, string | Buffer>,
): Promise<{ config: string; path(name: string): string }> {
  const folder = rig.place('isc');
  await mkdir(folder);
  const config = join(folder, 'isc.yaml');
  await writeFile(config, rig.world.sets.additional.yaml);
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
  return { config, path: (name) => join(folder, name) };
}

const received = (request: Partial<AttachmentsRequest> & { directory: string }) =>
  receivedAttachments({ names: [], ...request }, { host: rig.host });

/** Larger than the chunks of readers and writers, and not compressible. */
const OVA = Buffer.from(Array.from({ length: 3_000_000 }, (_, i) => (i * 2654435761) >>> 24));

describe('attached files', () => {
  test('arrive with digest, size and note, and are extracted by name', async () => {
    const { config, path } = await files({
      'rhcos.ova': OVA,
      'read me.txt': 'hello\n',
      'attachments.yaml': 'attachments:\n- path: rhcos.ova\n  name: rhcos-vmware.ova\n  note: for vSphere\n',
    });
    const workspace = rig.place('ws');
    const result = await toDisk(rig, workspace, config, { attach: [path('read me.txt')] });
    const ova = { name: 'rhcos-vmware.ova', size: OVA.length, digest: sha256(OVA), note: 'for vSphere' };
    const text = { name: 'read me.txt', size: 6, digest: sha256('hello\n') };
    expect(result).toMatchObject({
      status: 'complete',
      exitCode: 0,
      transfer: 'default-0001',
      attached: [text, ova],
    });
    expect(await verifySource(workspace)).toMatchObject({ ok: true, problems: [] });

    const transfer = join(workspace, 'transfers', 'default-0001');
    for (const directory of [transfer, workspace, await asOcMirror(transfer, rig.place('oc-mirror'))])
      expect(await received({ directory })).toEqual([
        { transfer: 'default-0001', available: true, ...text },
        { transfer: 'default-0001', available: true, ...ova },
      ]);
    const to = rig.place('out');
    expect(await received({ directory: transfer, names: ['rhcos-vmware.ova'], to })).toMatchObject([
      { path: join(to, 'rhcos-vmware.ova'), present: false },
    ]);
    expect(await readFile(join(to, 'rhcos-vmware.ova'))).toEqual(OVA);
    expect((await stat(join(to, 'rhcos-vmware.ova'))).mode & 0o777).toBe(0o644);
    expect(await readdir(to)).toEqual(['rhcos-vmware.ova']);
    expect(await received({ directory: transfer, to })).toMatchObject([
      { present: false },
      { present: true },
    ]);

    // A push ignores them.
    const pushed = await toRegistry(rig, transfer, rig.world.destination.host);
    expect(pushed).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
  });

  test('are sent once to an enclave, also alone, and again if they change', async () => {
    const { config, path } = await files({ 'a.txt': 'one' });
    const workspace = rig.place('ws');
    const attach = [path('a.txt')];
    expect(await toDisk(rig, workspace, config)).toMatchObject({ transfer: 'default-0001' });
    expect(await toDisk(rig, workspace, config, { attach })).toMatchObject({ transfer: 'default-0002' });
    const again = await toDisk(rig, workspace, config, { attach });
    expect(again.transfer).toBeUndefined();
    await writeFile(path('a.txt'), 'two');
    expect(await toDisk(rig, workspace, config, { attach })).toMatchObject({ transfer: 'default-0003' });
    expect(await received({ directory: workspace })).toMatchObject([
      { name: 'a.txt', transfer: 'default-0003', digest: sha256('two') },
    ]);
    expect(await received({ directory: join(workspace, 'transfers', 'default-0002') })).toMatchObject([
      { digest: sha256('one') },
    ]);
    expect((await toDisk(rig, workspace, config, { attach, resend: true })).attached).toHaveLength(1);
    // The same content under another name.
    await writeFile(path('b.txt'), 'two');
    const both = await toDisk(rig, workspace, config, { attach: [path('a.txt'), path('b.txt')] });
    expect(both.attached).toMatchObject([{ name: 'b.txt', digest: sha256('two') }]);
    expect(await received({ directory: join(workspace, 'transfers', both.transfer!) })).toMatchObject([
      { name: 'b.txt', available: true },
    ]);
  });

  test('are sent again after their transfer was lost', async () => {
    const { config, path } = await files({ 'a.txt': 'one' });
    const workspace = rig.place('ws');
    const attach = [path('a.txt')];
    await toDisk(rig, workspace, config, { attach });
    await noteLost(workspace, 'default-0001', 'all', 'set', () => {});
    expect(await toDisk(rig, workspace, config, { attach })).toMatchObject({
      transfer: 'default-0002',
      attached: [{ name: 'a.txt' }],
    });
  });

  test('continue where a stopped run ended', async () => {
    const { config, path } = await files({ 'rhcos.ova': OVA });
    const workspace = rig.place('ws');
    const pause = new AbortController();
    const attach = [path('rhcos.ova')];
    const onEvent = ({ type, phase }: { type: string; phase?: string }) => {
      if (type === 'phase' && phase === 'copy') pause.abort();
    };
    const stopped = await toDisk(
      rig,
      workspace,
      config,
      { attach },
      control({ pause: pause.signal, onEvent: onEvent as never }),
    );
    expect(stopped).toMatchObject({ status: 'paused', exitCode: 3 });
    expect(await toDisk(rig, workspace, config, { attach })).toMatchObject({ status: 'complete' });
    expect(await received({ directory: workspace })).toMatchObject([{ available: true }]);
    expect(await verifySource(workspace)).toMatchObject({ ok: true });
  });
});

test("the format of oc can't contain attached files, and the export names them", async () => {
  const { config, path } = await files({ 'a.txt': '1' });
  const workspace = rig.place('ws');
  const { transfer } = await toDisk(rig, workspace, config, { attach: [path('a.txt')] });
  const drive = rig.place('drive');
  await mkdir(drive);
  const done = await exportOcLayout({
    ...{ directory: workspace, transfer: transfer!, to: [drive], readBack: true },
    signatureKeys: rig.host.env.OCP_SIGNATURE_VERIFICATION_PK,
  });
  expect(done.omittedFiles).toEqual(['a.txt']);
});

describe('the sending side rejects', () => {
  test.each([
    ['a missing file', { attach: ['missing.txt'] }, 'usage', /missing\.txt/],
    ['a directory', { attach: ['.'] }, 'usage', /starts with a dot|regular file/],
    ['a name that Windows reserves', { attach: ['con.txt'] }, 'usage', /reserved on Windows/],
    ['two names that differ in case', { attach: ['a.txt', 'A.TXT'] }, 'usage', /differ only in case/],
  ])('%s', async (_, { attach }, code, message) => {
    const { config, path } = await files({ 'a.txt': '1', 'A.TXT': '2', 'con.txt': '3' });
    await expect(
      toDisk(rig, rig.place('ws'), config, { attach: attach.map((name) => `${path(name)}`) }),
    ).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test.each([
    ['attachments: [', 'config-unreadable', 1, undefined],
    ['attachments:\n- path: a.txt\n- file: a.txt\n', 'config-invalid', 3, 'attachments[1].path'],
    ['attachments:\n- path: a.txt\n  name: ../a.txt\n', 'config-invalid', 2, 'attachments[0]'],
    ['attachments:\n- path: missing.txt\n', 'config-invalid', 2, 'attachments[0]'],
  ])('the list %j', async (list, code, line, path) => {
    const { config } = await files({ 'a.txt': '1', 'attachments.yaml': list });
    const error = await toDisk(rig, rig.place('ws'), config).catch((thrown: AirlockError) => thrown);
    expect(error).toMatchObject({ code, at: { file: expect.stringMatching(/attachments\.yaml$/), line } });
    expect((error as AirlockError).at?.path).toBe(path);
  });

  test('a list that is a pipe, and names the file that is wrong', async () => {
    const { config, path } = await files({ 'a.txt': '1' });
    const list = path('attachments.yaml');
    execFileSync('mkfifo', [list]);
    const fail = () => toDisk(rig, rig.place('ws'), config);
    await expect(fail()).rejects.toMatchObject({ message: expect.stringContaining(list) });
    await rm(list);
    await writeFile(list, `attachments: ${'['.repeat(500)}`);
    await expect(fail()).rejects.toMatchObject({
      message: expect.stringContaining(list),
      remedy: expect.stringContaining('attachments.yaml'),
    });
  });

  test('files next to an approved plan', async () => {
    const { config, path } = await files({ 'a.txt': '1' });
    await expect(
      toDisk(rig, rig.place('ws'), config, { attach: [path('a.txt')], planFile: '/plan.json' }),
    ).rejects.toBeDefined();
  });
});

describe('the receiving side', () => {
  test('never replaces a file with other content, and follows no link', async () => {
    const { config, path } = await files({ 'a.txt': 'new' });
    const workspace = rig.place('ws');
    await toDisk(rig, workspace, config, { attach: [path('a.txt')] });
    const to = rig.place('out');
    await mkdir(to);
    await writeFile(join(to, 'a.txt'), 'old');
    await expect(received({ directory: workspace, to })).rejects.toMatchObject({
      ...{ code: 'usage', message: t('attachmentExists', { path: join(to, 'a.txt') }) },
    });
    expect(await readFile(join(to, 'a.txt'), 'utf8')).toBe('old');
    await expect(received({ directory: workspace, names: ['b.txt'], to })).rejects.toMatchObject({
      ...{ code: 'not-found', remedy: t('attachmentUnknownRemedy', { names: 'a.txt' }) },
    });
  });

  test('verify reports damaged and missing content with the name of the file', async () => {
    const { config, path } = await files({ 'rhcos.ova': OVA });
    const workspace = rig.place('ws');
    await toDisk(rig, workspace, config, { attach: [path('rhcos.ova')] });
    const transfer = join(workspace, 'transfers', 'default-0001');
    const volume = join(transfer, 'mirror_000001.tar');
    const bytes = await readFile(volume);
    const at = bytes.indexOf(OVA.subarray(0, 1000)) + 5000;
    bytes[at] = bytes[at]! ^ 1;
    await writeFile(volume, bytes);
    const { ok, problems } = await verifySource(transfer);
    expect(ok).toBe(false);
    expect(problems).toContainEqual(
      expect.objectContaining({ kind: 'corrupt', digest: sha256(OVA), images: ['attached file rhcos.ova'] }),
    );
    await expect(received({ directory: transfer, to: rig.place('out') })).rejects.toMatchObject({
      code: 'digest-mismatch',
    });

    // An archive of oc-mirror's format without the content.
    bytes[at] = bytes[at]! ^ 1;
    await writeFile(volume, bytes);
    const history = { '2026-01-01T00:00:00Z': [sha256(OVA)] };
    const bare = await asOcMirror(transfer, rig.place('bare'), history);
    expect(await received({ directory: bare })).toMatchObject([{ available: false }]);
    expect((await verifySource(bare)).problems).toContainEqual(
      expect.objectContaining({ kind: 'missing', digest: sha256(OVA), images: ['attached file rhcos.ova'] }),
    );
    await expect(received({ directory: bare, to: rig.place('out') })).rejects.toMatchObject({
      code: 'content-missing',
    });
  });

  test('uses the list in the index, which a signature covers, not the one among the files', async () => {
    const { config, path } = await files({ 'a.txt': 'x' });
    const workspace = rig.place('ws');
    await toDisk(rig, workspace, config, { attach: [path('a.txt')] });
    const volume = join(workspace, 'transfers', 'default-0001', 'mirror_000001.tar');
    const bytes = await readFile(volume);
    const at = bytes.indexOf('"name": "a.txt"');
    expect(at).toBeGreaterThan(0);
    bytes.write('"name": "b.txt"', at);
    await writeFile(volume, bytes);
    expect(await received({ directory: workspace })).toMatchObject([{ name: 'a.txt' }]);
    expect(await verifySource(workspace)).toMatchObject({ ok: false });
  });

  test('finds the list in the set', async () => {
    const { config, path } = await files({ 'a.txt': 'x' });
    const workspace = rig.place('ws');
    await toDisk(rig, workspace, config, { attach: [path('a.txt')], enclave: 'fleet' });
    const source = await openImageSource(workspace);
    expect(source.files('airlock/')).toContain('airlock/attachments/fleet-0001.json');
    await source.close();
  });
});
