import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Digest } from '../../base/image/digest.ts';
import { parseImageReferences, parseKubevirtImages } from './image-references.ts';
import {
  ART,
  completionFile,
  componentDigest,
  manifestFiles,
  quay,
  shelvePayload,
} from './payload.fixture.ts';
import { readPayload } from './payload.ts';
import { ImageShelf, type TemporaryFiles, temporaryFiles } from './release.fixture.ts';

const NAME = { repository: 'openshift-release-dev/ocp-release', tag: '4.16.1-x86_64' };
const FOLDER = 'hold-release/ocp-release/4.16.1-x86_64/release-manifests/';

let files: TemporaryFiles;
let shelf: ImageShelf;
let digest: Digest;
beforeEach(async () => {
  files = await temporaryFiles();
  shelf = new ImageShelf();
  digest = (await shelvePayload(shelf)).digest;
});
afterEach(() => files.remove());

const read = (more: object = {}) =>
  readPayload({ source: quay(digest), name: NAME, content: shelf, files, state: files, ...more });
const names = (payload: { components: { name: string }[] }) => payload.components.map(({ name }) => name);

describe('readPayload', () => {
  it('saves every manifest in the folder of oc-mirror', async () => {
    const payload = await read();
    expect(names(payload)).toEqual(['etcd', 'cli', 'tools']);
    expect(payload.components[0]!.reference).toMatchObject({
      domain: 'quay.io',
      path: 'openshift-release-dev/ocp-v4.0-art-dev',
      digest: componentDigest('etcd'),
    });
    expect([...payload.kubevirt.keys()]).toEqual(['x86_64']);
    for (const [name, content] of Object.entries(manifestFiles())) {
      expect(String(await files.read(FOLDER + name))).toBe(content);
    }
  });

  it('fetches nothing the second time', async () => {
    const first = await read();
    shelf.reads.length = 0;
    expect(await read()).toEqual(first);
    expect(shelf.reads).toEqual([]);
  });

  it('recovers from a run that was killed at any file', async () => {
    const complete = await read();
    const saved = [...(await files.list(FOLDER)), completionFile(digest)];
    for (let survivors = 0; survivors < saved.length; survivors++) {
      const other = await temporaryFiles();
      let left = survivors;
      const dying = {
        ...other,
        write: async (name: string, content: Uint8Array | string) => {
          if (left-- <= 0) throw new Error('killed');
          await other.write(name, content);
        },
      };
      await expect(read({ files: dying, state: dying })).rejects.toThrow('killed');
      expect(await read({ files: other, state: other })).toEqual(complete);
      expect(await other.list('')).toEqual(await files.list(''));
      await other.remove();
    }
  });

  it.each([
    ['a manifest is missing', async () => remove(`${FOLDER}0000_10_config-operator.yaml`)],
    ['a manifest is altered', async () => files.write(`${FOLDER}image-references`, '{}')],
    ['the record is unreadable', async () => files.write(completionFile(digest), '{')],
  ])('reads the payload again when %s', async (_, damage) => {
    const first = await read();
    await damage();
    shelf.reads.length = 0;
    expect(await read()).toEqual(first);
    expect(shelf.reads).not.toEqual([]);
    expect(String(await files.read(`${FOLDER}image-references`))).toBe(manifestFiles()['image-references']);
  });

  it('does not use saved files of another payload with the same tag', async () => {
    await read();
    const other = await shelvePayload(shelf, { components: { only: componentDigest('only') } });
    expect(names(await read({ source: quay(other.digest) }))).toEqual(['only']);
    expect(names(await read())).toEqual(['etcd', 'cli', 'tools']);
  });

  it('does not write existing files again', async () => {
    await read();
    await remove(completionFile(digest));
    const written: string[] = [];
    const watched = { ...files, write: async (name: string) => void written.push(name) };
    await read({ files: watched, state: watched });
    expect(written).toEqual([completionFile(digest)]);
  });

  it('uses the payload on the disconnected side, and the transferred manifests only without it', async () => {
    await read();
    const altered = manifestFiles({ components: { evil: componentDigest('evil') } });
    await files.write(`${FOLDER}image-references`, altered['image-references']!);
    const offline = files.readOnly();
    expect(await read({ files: offline })).toMatchObject({
      fromPayload: true,
      components: [{ name: 'etcd' }, {}, {}],
    });
    const carried = await read({ files: offline, content: new ImageShelf() });
    expect(carried).toMatchObject({ fromPayload: false, components: [{ name: 'evil' }] });
    await remove(`${FOLDER}image-references`);
    await expect(read({ files: offline, content: new ImageShelf() })).rejects.toMatchObject({
      code: 'content-missing',
    });
  });

  it('does not use transferred manifests on the connected side', async () => {
    await read();
    await remove(completionFile(digest));
    await expect(read({ content: new ImageShelf() })).rejects.toMatchObject({ code: 'content-missing' });
  });

  async function remove(name: string): Promise<void> {
    const { rm } = await import('node:fs/promises');
    await rm(`${files.directory}/${name}`);
  }
});

describe('parseImageReferences', () => {
  const stream = (tags: object[]) => Buffer.from(JSON.stringify({ kind: 'ImageStream', spec: { tags } }));
  const from = (name: string) => ({ from: { kind: 'DockerImage', name } });
  const good = `${ART}@${componentDigest('a')}`;

  it.each([
    ['no JSON', Buffer.from('x'), /image-references can't be parsed/],
    ['another kind', Buffer.from('{"kind":"Pod"}'), /kind/],
    ['no components', stream([]), /spec\.tags/],
    [
      'a component by tag',
      stream([{ name: 'a', ...from('quay.io/a/b:1') }]),
      /component a isn't referenced by digest: quay\.io\/a\/b:1/,
    ],
    [
      'a component without registry',
      stream([{ name: 'a', ...from(`b@${componentDigest('a')}`) }]),
      /isn't referenced by digest/,
    ],
    ['a name that is not a tag', stream([{ name: '../a', ...from(good) }]), /can't be used as a tag/],
    [
      'a repeated name',
      stream([
        { name: 'a', ...from(good) },
        { name: 'a', ...from(good) },
      ]),
      /occurs twice/,
    ],
  ])('rejects %s', (_, bytes, message) => {
    expect(() => parseImageReferences(bytes, '4.16.1-x86_64')).toThrow(
      expect.objectContaining({ code: 'payload-invalid', message: expect.stringMatching(message) }),
    );
  });

  it('reads boot images without a disk, and rejects invalid ones', () => {
    const bootImages = (kubevirt: string[]) =>
      Buffer.from(manifestFiles({ kubevirt })['0000_50_installer_coreos-bootimages.yaml']!);
    expect(parseKubevirtImages(bootImages([]), 'x').size).toBe(0);
    expect([...parseKubevirtImages(bootImages(['x86_64', 's390x']), 'x').keys()]).toEqual([
      'x86_64',
      's390x',
    ]);
    expect(() => parseKubevirtImages(Buffer.from('data: {stream: "{"}'), 'x')).toThrow(
      expect.objectContaining({ code: 'payload-invalid' }),
    );
  });
});
