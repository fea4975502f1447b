import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Writes a base image with the shell, commands and libraries of this host that the bundle needs, as an OCI layout. */
export function hostBase(layout: string, architectures: string[]): void {
  const root = `${layout}.root`;
  const programs = ['/bin/sh', '/usr/bin/dirname', '/usr/bin/readlink'];
  const listed = spawnSync('ldd', [...programs, process.execPath], { encoding: 'utf8' }).stdout;
  const libraries = [...listed.matchAll(/(\/\S+) \(0x/g)].map(([, file]) => file!);
  for (const file of new Set([...programs, ...libraries])) {
    const target = join(root, file);
    mkdirSync(dirname(target), { recursive: true });
    spawnSync('cp', ['--preserve=mode', realpathSync(file), target]);
  }
  for (const name of ['tmp', 'dev', 'proc', 'etc']) mkdirSync(join(root, name), { recursive: true });
  spawnSync('chmod', ['1777', join(root, 'tmp')]);
  writeFileSync(join(root, 'etc', 'hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  const tar = spawnSync('tar', ['-C', root, '--owner=0', '--group=0', '-cf', '-', '.'], {
    maxBuffer: 2 ** 28,
  });
  const blobs = join(layout, 'blobs', 'sha256');
  mkdirSync(blobs, { recursive: true });
  const put = (mediaType: string, content: Buffer | object) => {
    const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
    writeFileSync(join(blobs, hex(bytes)), bytes);
    return { mediaType, digest: `sha256:${hex(bytes)}`, size: bytes.length };
  };
  const type = 'application/vnd.oci.image';
  const layer = put(`${type}.layer.v1.tar+gzip`, gzipSync(tar.stdout, { level: 1 }));
  const images = architectures.map((architecture) => {
    const config = put(`${type}.config.v1+json`, {
      ...{ os: 'linux', architecture, config: { Env: ['PATH=/usr/bin:/bin', 'LANG=C'], Cmd: ['/bin/sh'] } },
      rootfs: { type: 'layers', diff_ids: [`sha256:${hex(tar.stdout)}`] },
      history: [{ created_by: 'base' }],
    });
    const manifest = { schemaVersion: 2, mediaType: `${type}.manifest.v1+json`, config, layers: [layer] };
    return { ...put(`${type}.manifest.v1+json`, manifest), platform: { os: 'linux', architecture } };
  });
  const index = { schemaVersion: 2, mediaType: `${type}.index.v1+json`, manifests: images };
  writeFileSync(join(layout, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  writeFileSync(
    join(layout, 'index.json'),
    JSON.stringify({ schemaVersion: 2, manifests: [put(`${type}.index.v1+json`, index)] }),
  );
}

/** Unpacks the layers of an image in an OCI layout. @returns its configuration */
export function unpackImage(
  layout: string,
  root: string,
): { config: Record<string, unknown>; created: string } {
  if (existsSync(root)) throw new Error(`${root} exists`);
  mkdirSync(root);
  const read = (digest: string) => {
    const file = join(layout, 'blobs', digest.replace(':', '/'));
    return { file, json: () => JSON.parse(readFileSync(file, 'utf8')) };
  };
  const top = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8')).manifests[0];
  const content = read(top.digest).json();
  const image = content.manifests ? read(content.manifests[0].digest).json() : content;
  for (const { digest } of image.layers) {
    const { status } = spawnSync('tar', ['-C', root, '--numeric-owner', '-xpzf', read(digest).file]);
    if (status !== 0) throw new Error(`${digest} can't be unpacked`);
  }
  return read(image.config.digest).json();
}

function hex(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
