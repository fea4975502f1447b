import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { airlockDirectory } from '../../../core/base/files/airlock-directory.ts';
import { writeFileAtomic } from '../../../core/base/files/atomic-file.ts';
import { newSigner } from '../../../core/content/signature/signature.fixture.ts';
import { layeredImage } from '../../../core/media/check/layered-image.fixture.ts';
import { writeTestSet } from '../../../core/store/archive/set.fixture.ts';
import { inProcess } from '../../in-process.fixture.ts';

const SLOW = 120_000;
let root: string;
let workspace: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-media-record-'));
  workspace = join(root, 'workspace');
  const images = [await layeredImage('apps/app', '1', [[{ name: 'bin/app', content: 'a virus' }]])];
  await writeTestSet(workspace, 1, images);
  await writeFileAtomic(airlockDirectory(workspace, 'format.json'), '{"format":2}\n');
  for (const name of ['stick', 'here']) await mkdir(join(root, name));
  const signer = await newSigner();
  await writeFile(join(root, 'key'), signer.privateKey.armor());
  await writeFile(join(root, 'key.asc'), signer.armored);
  const scanner = '#!/bin/sh\n[ "$1" = --version ] && echo 1 && exit\n! grep -rl "$2" "$1"\n';
  await writeFile(join(root, 'scanner'), scanner);
  await chmod(join(root, 'scanner'), 0o755);
});
afterAll(() => rm(root, { recursive: true, force: true }));

function run(...args: string[]) {
  const host = { env: {}, home: join(root, 'home'), tool: '' };
  return inProcess({ host }, ['media', ...args]);
}
const exporting = (...args: string[]) =>
  run('export', `file://${workspace}`, '--transfer', 'lab-0001', '--to', join(root, 'stick'), ...args);

test(
  'a transfer is checked, signed, marked, exported, verified, checked again, and acknowledged on a page',
  async () => {
    const rejected = await exporting('--check', `${join(root, 'scanner')} {files} virus`);
    expect(rejected).toMatchObject({ code: 2, result: { code: 'check-rejected' } });
    expect(rejected.result!.message).toMatch(/^the check command scanner rejected apps\/app:1 .*exit code 1/);
    expect(await readdir(join(root, 'stick'))).toEqual([]);

    const check = `${join(root, 'scanner')} {files} worm`;
    const marked = ['--marking', 'RESTRICTED', '--sign', join(root, 'key')];
    const sent = await exporting('--check', check, '--require-check', ...marked);
    expect(sent).toMatchObject({ code: 0, result: { fingerprint: expect.stringMatching(/^.{4}-.{4}$/) } });
    expect((await readdir(join(root, 'stick', 'airlock', 'lab-0001'))).toSorted()).toEqual([
      'drive-1.sha256',
      'export.json',
      'index.json',
      'index.json.asc',
      'lab-0001-v0001.tar',
      'record',
      'reports',
    ]);

    const here = `file://${join(root, 'here')}`;
    const page = join(root, 'answer.html');
    const from = ['--from', join(root, 'stick'), '--verify-key', join(root, 'key.asc')];
    const received = await run('import', here, ...from, '--check', check, '--require-check', '--page', page);
    expect(received).toMatchObject({
      code: 0,
      result: {
        ok: true,
        records: [{ fingerprint: sent.result!.fingerprint, senderRecord: 'same', marking: 'RESTRICTED' }],
      },
    });
    const answer = await readFile(page, 'utf8');
    const [arrival] = received.result!.transfers as { code: string }[];
    expect(answer).toContain(arrival!.code);
    expect(answer).toContain('RESTRICTED');
    expect(answer).not.toContain(root);

    const files = ['html', 'csv', 'json'].map((ending) => join(root, `record.${ending}`));
    const outputs = files.flatMap((file) => ['-o', file]);
    const record = await run('record', here, '--transfer', 'lab-0001', '--without-names', ...outputs);
    expect(record).toMatchObject({ code: 0, result: { files, record: { kind: 'import', steps: [] } } });
    for (const file of files)
      expect(await readFile(file, 'utf8')).toContain(sent.result!.fingerprint as string);
  },
  SLOW,
);

test(
  'contradictory options are rejected before any change',
  async () => {
    for (const args of [['--require-check'], ['--sign', 'a', '--sign-command', 'b'], ['--marking', ' ']])
      expect(await exporting(...args)).toMatchObject({ code: 1, result: { code: 'usage' } });
    expect(await run('record', `file://${workspace}`, '--transfer', 'lab-0001', '-o', 'x.pdf')).toMatchObject(
      {
        code: 1,
      },
    );
  },
  SLOW,
);
