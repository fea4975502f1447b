import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  type ExpectedImage,
  imagesOf,
  missingOnDisk,
  newRig,
  type Rig,
  toDisk,
} from '../../mirror/mirror.fixture.ts';
import { readSetIndex } from '../../store/set-format/set-index.ts';
import { openLedger } from '../../store/workspace/ledger.ts';
import { noWarning } from '../../store/workspace/no-warning.fixture.ts';
import { acknowledge } from '../delivery/acknowledge.ts';
import { volumesForCode } from '../delivery/carry-volumes.ts';
import { sized } from '../export/export.fixture.ts';
import { exportToMedia } from '../export/media.ts';
import { receive } from '../import/import.fixture.ts';
import { diodeProfile } from '../origin/diode-profile.ts';
import { exportOcLayout } from './write-oc-layout.ts';
import { exportOcMirror } from './write-oc-mirror.ts';

/** A release with its signature, many images that share layers, manifest lists, attachments. */
let rig: Rig;
let workspace: string;
let images: ExpectedImage[];
const transfer = 'fleet-0001';

beforeAll(async () => {
  rig = await newRig();
  workspace = rig.place('workspace');
  const { sets } = rig.world;
  images = imagesOf(rig, 'core');
  await toDisk(rig, workspace, sets.core.file, { enclave: 'fleet', archiveSizeGiB: 0.0002 });
});
afterAll(() => rig[Symbol.asyncDispose]());

async function folders(...names: string[]): Promise<string[]> {
  const paths = names.map((name) => rig.place(name));
  for (const path of paths) await mkdir(path);
  return paths;
}

test("a set in oc-mirror's format on two drives with a limit is imported again", async () => {
  const to = await folders('one', 'two');
  const all = { directory: workspace, transfer, readBack: true };
  const { bytes } = await exportOcMirror({ ...all, to: [to[0]!], volumeSize: 1e9 });
  await rm(join(to[0]!, transfer), { recursive: true });
  const [first] = to;
  const probe = sized({ [first!.slice(first!.lastIndexOf('/') + 1)]: Math.ceil(bytes / 2) });
  const { files } = await exportOcMirror({ ...all, to, volumeSize: 150_000, probe });
  expect(new Set(files.map(({ drive }) => drive)).size).toBe(2);
  const here = rig.place('received');
  const result = await receive(here, ...to);
  expect(result).toMatchObject({ ok: true, transfers: [{ complete: true, foreign: true }] });
  expect(await missingOnDisk(here, images)).toEqual([]);
}, 60_000);

test("a set in oc's format with the signature of the release is imported again", async () => {
  const [drive] = await folders('stick');
  const keys = rig.host.env.OCP_SIGNATURE_VERIFICATION_PK!;
  const done = await exportOcLayout({
    directory: workspace,
    transfer,
    to: [drive!],
    readBack: true,
    signatureKeys: keys,
  });
  expect(done.incomplete).toEqual([]);
  const releases = rig.world.inventory.releases.filter(({ payload }) =>
    images.some(({ digest }) => digest === payload.digest),
  );
  expect(done.config.toSorted()).toEqual(
    releases.map(({ payload }) => `signature/sha256/${payload.digest.slice(7, 23)}.yaml`).toSorted(),
  );
  const [name] = done.config;
  const map = parse(await readFile(join(drive!, 'mirror', 'config', name!), 'utf8'));
  expect(map).toMatchObject({ kind: 'ConfigMap', metadata: { namespace: 'openshift-config-managed' } });
  expect(Object.keys(map.binaryData)[0]).toMatch(/^sha256-[0-9a-f]{64}-1$/);
  const here = rig.place('received');
  const result = await receive(here, drive!);
  expect(result).toMatchObject({ ok: true, transfers: [{ complete: true, foreign: true }] });
  expect(await missingOnDisk(here, images)).toEqual([]);
}, 60_000);

test('diode: imports volumes in any order, reports a lost one by code, and is acknowledged after the volume is sent again', async () => {
  const [out, drop] = await folders('out', 'drop');
  const index = (await readSetIndex(join(workspace, 'transfers', transfer)))!;
  const text = await readFile(join(workspace, 'transfers', transfer, 'index.json'));
  // The index is in every volume.
  const volumeSize = Math.ceil(1.6 * text.length) + 120_000;
  const send = (volumes?: number[]) =>
    exportToMedia({
      directory: workspace,
      transfer,
      destinations: [{ path: out! }],
      volumeSize,
      profile: diodeProfile(volumeSize),
      tool: 'airlock test',
      volumes,
    });
  const sent = await send();
  expect(sent.status).toBe('complete');
  const names = (await readdir(out!)).toSorted();
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) {
    expect(name).toMatch(/^[a-z0-9]{8}\.tar$/);
    expect((await stat(join(out!, name))).size).toBeLessThanOrEqual(volumeSize);
  }
  const lost = names[1]!;
  await rm(join(out!, lost));
  for (const name of names.filter((each) => each !== lost).toReversed())
    await rename(join(out!, name), join(drop!, `x${name}`));
  const here = rig.place('received');
  const partial = await receive(here, drop!);
  expect(partial.ok).toBe(false);
  const [arrival] = partial.transfers;
  expect(arrival).toMatchObject({
    complete: false,
    summary: '0001 is incomplete: volume 2 is missing or damaged',
  });
  expect(arrival!.missing.length + arrival!.files.length).toBeGreaterThan(0);

  const accepted = await acknowledge(workspace, arrival!.code, noWarning);
  expect(accepted).toMatchObject({ transfer, missing: [lost] });
  const ledgerFile = join(workspace, '.airlock/enclaves/fleet/ledger.jsonl');
  const missing = (await openLedger(ledgerFile, 'fleet')).answer(transfer)!;
  const blobs = index.volumes.flatMap(({ entries }) =>
    [...entries].filter(([name]) => name.includes('/blobs/')),
  );
  expect(missing.missingContent!.blobs.length).toBeGreaterThan(0);
  expect(missing.missingContent!.blobs.length).toBeLessThan(blobs.length / 2);

  expect(await volumesForCode(workspace, transfer, arrival!.code)).toEqual([2]);
  await send([2]);
  expect(await readdir(out!)).toEqual([lost]);
  const complete = await receive(here, out!);
  expect(complete).toMatchObject({ ok: true, transfers: [{ complete: true, summary: '0001 is complete' }] });
  expect(await missingOnDisk(here, images)).toEqual([]);
  expect(await acknowledge(workspace, complete.transfers[0]!.code, noWarning)).toMatchObject({ missing: [] });
}, 60_000);
