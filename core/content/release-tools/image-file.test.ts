import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { parseManifest } from '../../base/image/manifest.ts';
import { ImageShelf, tarOf } from '../release/release.fixture.ts';
import { type FileBounds, imageFile } from './image-file.ts';
import { t } from './messages.ts';

type Layer = Parameters<typeof tarOf>[0];

async function read(
  layers: (Layer | Buffer)[],
  path: string,
  { bounds, damage }: { bounds?: Partial<FileBounds>; damage?: number } = {},
): Promise<string> {
  const shelf = new ImageShelf();
  const blobs = await Promise.all(
    layers.map(async (layer) => (Buffer.isBuffer(layer) ? layer : gzipSync(await tarOf(layer)))),
  );
  const manifest = shelf.image(blobs);
  const content = parseManifest(manifest.bytes, manifest.mediaType);
  if (content.kind !== 'image') throw new Error('not an image');
  if (damage !== undefined) {
    const { digest } = content.layers[damage]!;
    shelf.content.set(digest, gzipSync(await tarOf({ 'usr/bin/oc': 'evil' })));
  }
  const source = { registry: 'quay.io', repository: 'art', digest: manifest.digest };
  const parts: Buffer[] = [];
  for await (const part of imageFile(shelf, { source, content }, path, bounds ? { bounds } : {}))
    parts.push(part);
  return Buffer.concat(parts).toString();
}

const link = (linkname: string) => ({ type: 'symlink' as const, linkname });
const code = (value: string) => expect.objectContaining({ code: value });
const missing = expect.objectContaining({ code: 'payload-invalid', remedy: t('fileMissingRemedy') });

/** A layer with a hard link, and any entry type. */
async function archived(
  entries: { name: string; type?: 'link' | 'fifo'; linkname?: string; body?: string }[],
) {
  const archive = pack();
  for (const { body, ...header } of entries) archive.entry({ ...header }, body ?? '');
  archive.finalize();
  const parts: Buffer[] = [];
  for await (const part of archive) parts.push(part as Buffer);
  return gzipSync(Buffer.concat(parts));
}

describe('imageFile', () => {
  it('reads the file of the top layer that has it, with any form of its name', async () => {
    const layers: Layer[] = [
      { 'usr/bin/oc': 'old', 'etc/x': '' },
      { './usr/bin/oc': 'new' },
      { 'usr/bin/kubectl': 'k' },
    ];
    expect(await read(layers, 'usr/bin/oc')).toBe('new');
    expect(await read([{ '/usr/bin/oc': 'a' }], 'usr/bin/oc')).toBe('a');
    await expect(read(layers, 'usr/bin/ccoctl')).rejects.toEqual(missing);
  });

  it('follows links inside of the image, as in cli-artifacts', async () => {
    const folder = 'usr/share/openshift/linux_amd64';
    const files = { [`${folder}/oc.rhel9`]: 'nine' };
    expect(await read([files, { 'usr/bin/oc': link(`/${folder}/oc.rhel9`) }], 'usr/bin/oc')).toBe('nine');
    expect(await read([{ ...files, [`${folder}/oc`]: link('oc.rhel9') }], `${folder}/oc`)).toBe('nine');
    expect(await read([files, { bin: link('usr/share') }], 'bin/openshift/linux_amd64/oc.rhel9')).toBe(
      'nine',
    );
    const hard = await archived([
      { name: 'usr/bin/oc', body: 'hard' },
      { name: 'usr/bin/kubectl', type: 'link', linkname: 'usr/bin/oc' },
    ]);
    expect(await read([hard], 'usr/bin/kubectl')).toBe('hard');
  });

  it('never leaves the image: .. and absolute links end at its root', async () => {
    await expect(read([{ 'usr/bin/oc': link('../../../../etc/passwd') }], 'usr/bin/oc')).rejects.toEqual(
      missing,
    );
    const layer = { 'etc/passwd': 'of the image', 'usr/bin/oc': link('../../../../etc/passwd') };
    expect(await read([layer], 'usr/bin/oc')).toBe('of the image');
    // An entry that would be written outside is another file.
    await expect(read([{ '../../usr/bin/oc2': 'x' }], 'usr/bin/oc')).rejects.toEqual(missing);
  });

  it('applies whiteouts and what replaces a folder', async () => {
    const lower = { 'usr/bin/oc': 'old' };
    for (const name of ['usr/bin/.wh.oc', 'usr/.wh.bin', './.wh.usr', 'usr/bin/.wh..wh..opq', '.wh..wh..opq'])
      await expect(read([lower, { [name]: '' }], 'usr/bin/oc')).rejects.toEqual(missing);
    expect(await read([lower, { 'usr/bin/.wh.other': '' }], 'usr/bin/oc')).toBe('old');
    expect(await read([lower, { 'usr/bin/.wh..wh..opq': '', 'usr/bin/oc': 'new' }], 'usr/bin/oc')).toBe(
      'new',
    );
    await expect(read([lower, { usr: 'a file' }], 'usr/bin/oc')).rejects.toEqual(missing);
    await expect(read([{ 'usr/bin/oc': { type: 'directory' } }], 'usr/bin/oc')).rejects.toEqual(missing);
  });

  it('rejects loops of links, a name that occurs twice, and other entries in place of the file', async () => {
    await expect(read([{ 'a/b': link('c'), 'a/c': link('b') }], 'a/b')).rejects.toEqual(
      code('payload-invalid'),
    );
    const twice = await archived([
      { name: 'usr/bin/oc', body: 'one' },
      { name: './usr/bin/oc', body: 'two' },
    ]);
    await expect(read([twice], 'usr/bin/oc')).rejects.toEqual(code('payload-invalid'));
    const self = await archived([{ name: 'usr/bin/oc', type: 'link', linkname: 'usr/bin/oc' }]);
    await expect(read([self], 'usr/bin/oc')).rejects.toEqual(code('payload-invalid'));
    const fifo = await archived([{ name: 'usr/bin/oc', type: 'fifo' }]);
    await expect(read([fifo], 'usr/bin/oc')).rejects.toEqual(missing);
  });

  it('rejects layers above the limits, and damaged ones after their last byte', async () => {
    const bomb = [{ 'usr/bin/oc': '0'.repeat(2 ** 20) }];
    await expect(read(bomb, 'usr/bin/oc', { bounds: { allowance: 1000 } })).rejects.toEqual(
      code('payload-invalid'),
    );
    await expect(read([{ a: '', b: '', c: '' }], 'd', { bounds: { entries: 2 } })).rejects.toEqual(
      code('payload-invalid'),
    );
    await expect(read([{ 'usr/bin/oc': 'x' }], 'usr/bin/oc', { damage: 0 })).rejects.toEqual(
      code('digest-mismatch'),
    );
    await expect(read([Buffer.from('no tar at all')], 'usr/bin/oc')).rejects.toEqual(code('payload-invalid'));
  });
});
