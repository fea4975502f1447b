import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../../core/base/errors/airlock-error.ts';
import type { Ended } from '../../../core/mirror/airlock-process.fixture.ts';
import {
  pushImage,
  type SampleImage,
  sampleImage,
} from '../../../core/registry/server/sample-image.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../../../core/registry/server/start.ts';
import { memoryStorage } from '../../../core/registry/server/storage/memory-storage.ts';
import { inProcess } from '../../in-process.fixture.ts';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-config-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

function run(...args: string[]): Promise<Ended> {
  return inProcess({ host: { env: {}, home: directory, tool: 'airlock 0.0.0' } }, args);
}

/** Runs a command with text output, without --json. Only for commands without questions. */
function plain(...args: string[]): Promise<Ended> {
  return inProcess({ host: { env: {}, home: directory, tool: '' } }, args, []);
}

async function given(name: string, text: string): Promise<string> {
  const file = join(directory, name);
  await writeFile(file, text);
  return file;
}

describe('config validate rejects a minVersion above the maxVersion, as plan does', () => {
  const reversed = 'minVersion: 4.16.9, maxVersion: 4.16.1';
  const channels = `platform: {channels: [{name: stable-4.16, ${reversed}}]}`;
  const operators = (packages: string) => `operators: [{catalog: "h/a:1", packages: [${packages}]}]`;
  test.each([
    ['ImageSet', 'mirror', channels],
    ['ImageSet', 'mirror', operators(`{name: a, ${reversed}}`)],
    ['ImageSet', 'mirror', operators(`{name: a, channels: [{name: b, ${reversed}}]}`)],
    ['ImageSet', 'mirror', operators('{name: a, minVersion: v2, maxVersion: "1.9"}')],
    ['DeleteImageSet', 'delete', channels],
    ['DeleteImageSet', 'delete', operators(`{name: a, ${reversed}}`)],
    ['ImageSet', 'prune', channels],
    ['ImageSet', 'mirror: {}\nprune', operators(`{name: a, channels: [{name: b, ${reversed}}]}`)],
  ])('%sConfiguration, %s: %s', async (kind, section, content) => {
    const text = `kind: ${kind}Configuration\napiVersion: mirror.openshift.io/v2alpha1\n${section}: {${content}}\n`;
    const { code, result } = await run('config', 'validate', await given('reversed.yaml', text));
    expect(code).toBe(1);
    const errors = (result as { problems: Problem[] }).problems.filter(({ level }) => level === 'error');
    expect(errors).toMatchObject([{ line: text.split('\n').length - 1 }]);
    expect(errors[0]!.remedy).toBe('Swap the two versions, or correct one of them.');
  });

  test('a maximum without a patch version includes all of its patch versions', async () => {
    const content = operators('{name: a, minVersion: 1.2.5, maxVersion: "1.2"}');
    const text = `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror: {${content}}\n`;
    const { result } = await run('config', 'validate', await given('open.yaml', text));
    expect(result).toMatchObject({ ok: true, problems: [] });
  });
});

describe('config convert', () => {
  test.each(['', '\n', '\r\n'])(
    'prints and writes an unchanged file as it is, ending with %j',
    async (end) => {
      const lines = [
        'kind: ImageSetConfiguration',
        'apiVersion: mirror.openshift.io/v2alpha1',
        'mirror:',
        '  additionalImages:',
        '  - name: quay.io/a/b:1 # comment',
      ];
      const text = lines.join(end || '\n') + end;
      const file = join(directory, 'isc.yaml');
      await writeFile(file, text);
      expect((await plain('config', 'convert', file)).stdout).toBe(text);
      const output = join(directory, 'converted.yaml');
      await run('config', 'convert', file, '-o', output);
      expect(await readFile(output, 'utf8')).toBe(text);
    },
  );

  test('preserves a byte order mark, which is not a column', async () => {
    const text = '\uFEFFkind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror: {}\n';
    const file = await given('mark.yaml', text);
    expect((await plain('config', 'convert', file)).stdout).toBe(text);
    await run('config', 'convert', file, '-o', file);
    expect(await readFile(file, 'utf8')).toBe(text);
    await writeFile(file, text.replace('v2alpha1', 'v1alpha2'));
    await run('config', 'convert', file, '-o', file);
    expect(await readFile(file, 'utf8')).toBe(text);
    const { result } = await run(
      'config',
      'validate',
      await given('mark.yaml', '\uFEFFkind: Other\nmirror: {}\n'),
    );
    expect(result).toMatchObject({
      problems: expect.arrayContaining([expect.objectContaining({ line: 1, column: 7 })]),
    });
  });

  const body = 'mirror: # all\n  additionalImages:\n  - name: h/a:1\n';
  const old = `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v1alpha2\nstorageConfig: {local: {path: x}}\n${body}`;
  const now = `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\n${body}`;

  test('prints the file to standard output and the changes to standard error', async () => {
    const file = await given('old.yaml', old);
    const { code, stdout, stderr } = await plain('config', 'convert', file);
    expect([code, stdout]).toEqual([0, now]);
    expect(stderr).toMatch(/old\.yaml:3: removed: storageConfig \(/);
    const { result } = await run('config', 'convert', file);
    expect(result).toMatchObject({
      ...{ type: 'result', ok: true, configuration: now, problems: [] },
      changes: [
        { path: 'apiVersion', line: 2 },
        { path: 'storageConfig', line: 3, from: 'storageConfig', to: '' },
      ],
    });
    expect(await readFile(file, 'utf8')).toBe(old);
  });

  test('overwrites the input file on request', async () => {
    const file = await given('over.yaml', old);
    const { code, result } = await run('config', 'convert', file, '-o', file);
    expect(code).toBe(0);
    expect(result).toMatchObject({ ok: true, output: file });
    expect(await readFile(file, 'utf8')).toBe(now);
  });

  test('fails with exit code 1 and writes nothing', async () => {
    const file = await given('wrong.yaml', `${old}spec: {}\n`);
    const { code, result } = await run('config', 'convert', file, '-o', join(directory, 'never.yaml'));
    expect(code).toBe(1);
    expect(result).toMatchObject({ ok: false, problems: [{ level: 'error', line: 7, file }] });
    expect(await readdir(directory)).not.toContain('never.yaml');
    const missing = await run('config', 'convert', join(directory, 'none.yaml'));
    expect(missing).toMatchObject({
      code: 1,
      result: { ok: false, problems: [{ code: 'config-unreadable' }] },
    });
  });
});

describe('config pin', () => {
  let server: RegistryServer;
  let image: SampleImage;

  beforeAll(async () => {
    server = await startRegistryServer({ storage: memoryStorage() });
    image = sampleImage();
    await pushImage(server.url, 'redhat/index', 'v4.16', image);
  });
  afterAll(() => server.close());

  function configuration(tag: string): string {
    return `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
mirror:
  operators:
  - catalog: ${server.host}/redhat/index:${tag} # weekly
`;
  }

  test('gives both texts, or writes one file, or both into a folder', async () => {
    const file = await given('isc.yaml', configuration('v4.16'));
    const pinned = `${server.host}/redhat/index@${image.digest}`;
    const text = configuration('v4.16').replace(
      /:v4.16 # weekly/,
      `@${image.digest} # weekly\n    targetTag: v4.16`,
    );
    const pin = (...more: string[]) => run('config', 'pin', '-c', file, '--src-tls-verify=false', ...more);
    const printed = await pin();
    expect(printed).toMatchObject({
      code: 0,
      result: {
        ok: true,
        configuration: text,
        pins: [{ catalog: `${server.host}/redhat/index:v4.16`, pinned, targetTag: 'v4.16', line: 5, file }],
      },
    });
    expect(printed.result?.deletion).toContain('kind: DeleteImageSetConfiguration');

    const one = join(directory, 'pinned.yaml');
    expect((await pin('-o', one)).result).toMatchObject({ files: [one] });
    expect(await readFile(one, 'utf8')).toBe(text);

    const folder = join(directory, 'pins');
    await mkdir(folder);
    expect((await pin('-o', folder)).code).toBe(0);
    const names = (await readdir(folder)).sort();
    expect(names).toEqual([
      expect.stringMatching(/^disc_pinned_\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\.yaml$/),
      expect.stringMatching(/^isc_pinned_\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\.yaml$/),
    ]);
    expect(await readFile(join(folder, names[1]!), 'utf8')).toBe(text);
  });

  test('stops at a missing tag and writes no file', async () => {
    const file = await given('missing.yaml', configuration('v9'));
    const output = join(directory, 'half.yaml');
    const { code, result } = await run('config', 'pin', '-c', file, '--src-tls-verify=false', '-o', output);
    expect(code).toBe(1);
    expect(result).toMatchObject({ status: 'failed', code: 'not-found', side: 'source', line: 5 });
    expect(await readdir(directory)).not.toContain('half.yaml');
  });

  test('rejects an invalid configuration before any request', async () => {
    const file = await given('broken.yaml', 'kind: ImageSetConfiguration\n');
    expect(await run('config', 'pin', '-c', file)).toMatchObject({
      code: 1,
      result: { code: 'config-invalid' },
    });
    expect((await plain('config', 'pin')).stderr).toContain('--config');
  });
});
