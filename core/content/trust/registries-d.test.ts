import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseImageName } from './docker-reference.ts';
import { loadRegistriesD } from './host-files.ts';
import { t } from './messages.ts';
import { attachmentsFor, lookasideFor, mergeRegistriesD, parseRegistriesD } from './registries-d.ts';

const TEXT = `# comment
default-docker:
  lookaside: file:///default
docker:
  q.io:
    sigstore: https://old.q.io/sigstore
    use-sigstore-attachments: no
  q.io/ns:
    lookaside: https://new.q.io
    sigstore: https://not.this.one
  q.io/ns/empty:
    lookaside-staging: file:///written
    later: {a: 1}
  q.io/ns/tagged:1:
    lookaside: https://tagged
  q.io/nothing:
  "*.example.com":
    use-sigstore-attachments: true
`;
const name = (text: string) => parseImageName(text)!;

describe('registries.d', () => {
  const read = parseRegistriesD(TEXT, 'a.yaml');
  it.each([
    ['q.io/other:1', 'https://old.q.io/sigstore', 5],
    ['q.io/nothing/x:1', 'https://old.q.io/sigstore', 5],
    ['q.io/ns/x:1', 'https://new.q.io', 8],
    ['q.io/ns/empty:1', 'https://new.q.io', 8],
    ['q.io/ns/tagged:1', 'https://tagged', 14],
    ['q.io/ns/tagged:2', 'https://new.q.io', 8],
    ['r.io/x:1', 'file:///default', 2],
  ])('%s has its signatures at %s', (image, url, line) => {
    expect(lookasideFor(read, name(image))).toEqual({
      url,
      at: expect.objectContaining({ file: 'a.yaml', line }),
    });
  });

  it('returns whether attachments are used, which is the default', () => {
    expect(attachmentsFor(read, name('q.io/ns/x:1'))).toMatchObject({ use: false, at: { line: 5 } });
    expect(attachmentsFor(read, name('a.example.com/x:1'))).toMatchObject({ use: true, at: { line: 17 } });
    expect(attachmentsFor(read, name('r.io/x:1'))).toEqual({ use: true });
    expect(lookasideFor(mergeRegistriesD([]), name('r.io/x:1'))).toBeUndefined();
  });

  it.each([
    ['no YAML', 'docker: [', 'invalid YAML', 1],
    ['a repeated key', 'docker:\n  a.b:\n    lookaside: x\n  a.b:\n    lookaside: y\n', 'invalid YAML', 4],
    ['a list', 'docker:\n  - a\n', 'docker must be a mapping', 2],
    ['a string', 'docker:\n  a.b: https://x\n', 'docker["a.b"] must be a mapping', 2],
    [
      'a boolean of another type',
      'docker:\n  a.b:\n    use-sigstore-attachments: maybe\n',
      'must be true or false',
      3,
    ],
    [
      'a list for a string',
      'default-docker:\n  lookaside: [a]\n',
      `default-docker.lookaside ${t('mustBeString')}`,
      2,
    ],
  ])('rejects %s', (_, text, message, line) => {
    expect(() => parseRegistriesD(text, 'b.yaml')).toThrowError(
      expect.objectContaining({
        code: 'config-invalid',
        message: expect.stringContaining(message),
        at: expect.objectContaining({ file: 'b.yaml', line }),
      }),
    );
  });

  it('accepts empty files', () => {
    for (const text of ['', '# only\n', 'default-docker:\n#  lookaside: x\n', 'docker:\n'])
      expect(parseRegistriesD(text, 'f')).toEqual({ docker: new Map() });
  });
});

describe('the folder of the host', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'airlock-regd-'));
    await mkdir(join(root, 'etc/containers/registries.d'), { recursive: true });
    const write = (file: string, text: string) =>
      writeFile(join(root, 'etc/containers/registries.d', file), text);
    await write('a.yaml', 'docker:\n  a.io:\n    lookaside: https://a\n');
    await write('b.yaml', 'docker:\n  b.io:\n    lookaside: https://b\n');
    await write('c.yml', 'not: [read');
  });
  afterAll(() => rm(root, { recursive: true }));
  const load = (more: object = {}) =>
    loadRegistriesD({ env: {}, home: join(root, 'home'), systemRoot: root, ...more });

  it('is merged', async () => {
    expect([...(await load()).docker.keys()]).toEqual(['a.io', 'b.io']);
  });
  it('is replaced by the folder of the option, and by that of the user', async () => {
    const own = join(root, 'own');
    await mkdir(own);
    expect((await load({ registriesD: own })).docker.size).toBe(0);
    expect((await load({ registriesD: join(root, 'none') })).docker.size).toBe(0);
    await mkdir(join(root, 'home/.config/containers/registries.d'), { recursive: true });
    expect((await load()).docker.size).toBe(0);
    await rm(join(root, 'home'), { recursive: true });
  });
  it('can set a namespace only once', async () => {
    const file = join(root, 'etc/containers/registries.d/d.yaml');
    await writeFile(file, 'docker:\n  a.io:\n    lookaside: https://other\n');
    await expect(load()).rejects.toMatchObject({
      code: 'config-invalid',
      message: expect.stringMatching(/d\.yaml: docker\["a\.io"\] is already set in .*a\.yaml$/),
      at: { file, line: 2 },
    });
    const twice = parseRegistriesD('default-docker:\n  lookaside: a\n', 'x');
    expect(() => mergeRegistriesD([twice, twice])).toThrowError(
      expect.objectContaining({ code: 'config-invalid' }),
    );
    await rm(file);
  });
});
