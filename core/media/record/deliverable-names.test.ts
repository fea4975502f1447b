import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import { exportWorkspace, volumesBelow } from '../export/export.fixture.ts';
import { exportOver, receive } from '../import/import.fixture.ts';
import { recordFingerprint } from './fingerprint.ts';
import type { TransferRecord } from './record.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-deliverables-'));
});
afterEach(() => rm(root, { recursive: true }));

test('reports missing content by release or operator if the record is about this content', async () => {
  const { directory, index } = await exportWorkspace(root, 4);
  const [drive] = await exportOver(root, directory, { media: [2_000_000], volumeSize: 60_000 });
  const folder = join(drive!, 'airlock', 'lab-0001');
  const indexSha256 = sha256(await readFile(join(folder, 'index.json'))).slice(7);
  const record: TransferRecord = {
    format: 3,
    kind: 'export',
    tool: 'airlock test',
    recordedAt: index.created,
    transfer: index.transfer,
    enclave: index.enclave,
    number: index.number,
    created: index.created,
    status: index.status,
    fingerprint: recordFingerprint({ indexSha256, files: index.volumes.map((volume) => volume.sha256) }),
    indexSha256,
    overrides: [],
    drives: [],
    files: [],
    volumes: [],
    images: index.images.map(({ repository, tag, digest }, i) => ({
      name: `${repository}:${tag}`,
      digest,
      deliverable: i % 2 === 0 ? 'operator even of catalog' : 'operator odd of catalog',
    })),
    failed: [],
    steps: [],
  };
  await mkdir(join(folder, 'record'), { recursive: true });
  for (const volume of (await volumesBelow(drive!)).values())
    if (!volume.endsWith('v0001.tar')) await rm(volume);
  await writeFile(join(folder, 'record', 'record.json'), JSON.stringify(record));
  const reported = await receive(join(root, 'here'), drive!);
  const names = reported.transfers[0]!.missing.map(({ name }) => name);
  expect(names).toEqual(['operator even of catalog', 'operator odd of catalog']);
  for (const { name, images } of reported.transfers[0]!.missing)
    for (const image of images)
      expect(record.images.find((one) => one.name === image)!.deliverable).toBe(name);

  await writeFile(
    join(folder, 'record', 'record.json'),
    JSON.stringify({ ...record, fingerprint: recordFingerprint({ files: ['other'] }) }),
  );
  const unreported = await receive(join(root, 'there'), drive!);
  expect(unreported.transfers[0]!.missing.map(({ name }) => name)).toEqual(['operators and other images']);
});
