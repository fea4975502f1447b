import { describe, expect, it } from 'vitest';
import { isoDigests, parseBootImages } from './boot-images.ts';

const sha = (of: string) => of.repeat(64);
const part = (name: string, digest: string) => ({
  location: `https://rhcos.example.com/${name}`,
  sha256: sha(digest),
  signature: 'ignored',
});
const stream = (build: string, iso: string) => ({
  stream: 'rhcos',
  architectures: {
    x86_64: {
      artifacts: {
        metal: {
          release: build,
          formats: {
            iso: { disk: part('live.iso', iso) },
            pxe: { kernel: part('kernel', '2'), rootfs: part('rootfs', '3') },
          },
        },
        vmware: { release: build, formats: { ova: { disk: part('vmware.ova', '4') } } },
      },
      images: { aws: { regions: {} } },
    },
    s390x: { images: {} },
  },
});
const manifest = (data: object) =>
  Buffer.from(JSON.stringify({ kind: 'ConfigMap', metadata: { name: 'coreos-bootimages' }, data }));

describe('parseBootImages', () => {
  it('lists every file by architecture, platform, format and part', () => {
    const found = parseBootImages(manifest({ stream: JSON.stringify(stream('416.94', '1')) }), '4.16.1');
    expect(found.map(({ platform, format, part }) => `${platform} ${format} ${part}`)).toEqual([
      'metal iso disk',
      'metal pxe kernel',
      'metal pxe rootfs',
      'vmware ova disk',
    ]);
    expect(found[3]).toEqual({
      ...{ architecture: 'x86_64', platform: 'vmware', format: 'ova', part: 'disk', build: '416.94' },
      ...{ url: 'https://rhcos.example.com/vmware.ova', sha256: sha('4') },
    });
    expect(isoDigests(found, 'x86_64')).toEqual([sha('1')]);
    expect(isoDigests(found, 'aarch64')).toEqual([]);
  });

  it('names the streams of releases with several (openshift/installer: hack/build-coreos-manifest.go)', () => {
    const streams = { 'rhel-9': stream('9', '1'), 'rhel-10': stream('10', '5') };
    const data = { stream: JSON.stringify(streams['rhel-9']), streams: JSON.stringify(streams) };
    const found = parseBootImages(manifest(data), '4.22.0');
    expect(new Set(found.map(({ stream, build }) => `${stream} ${build}`))).toEqual(
      new Set(['rhel-9 9', 'rhel-10 10']),
    );
    expect(isoDigests(found, 'x86_64')).toEqual([sha('1'), sha('5')]);
  });

  it.each([
    ['no ConfigMap', Buffer.from('- a')],
    ['no stream', manifest({})],
    ['a stream that is not JSON', manifest({ stream: '{' })],
    ['another address', manifest({ stream: JSON.stringify(stream('1', '1')).replaceAll('https:', 'file:') })],
    ['a wrong digest', manifest({ stream: JSON.stringify(stream('1', '1')).replaceAll(sha('4'), 'zz') })],
  ])('rejects %s', (_, bytes) => {
    expect(() => parseBootImages(bytes, '4.16.1')).toThrow(
      expect.objectContaining({ code: 'payload-invalid' }),
    );
  });
});
