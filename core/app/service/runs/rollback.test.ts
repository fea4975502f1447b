import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunRef } from '../../../contract/topics/vocabulary.ts';
import { additionalConfig, split } from '../../../mirror/mirror.fixture.ts';
import { isOver, newRunsRig, type RunsRig } from './runs.fixture.ts';

/** Returns the digest of a tag in a registry, without code of the product. */
const accept =
  'application/vnd.oci.image.index.v1+json, application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.list.v2+json, application/vnd.docker.distribution.manifest.v2+json';

let rig: RunsRig;
beforeAll(async () => {
  rig = await newRunsRig();
});
afterAll(() => rig?.[Symbol.asyncDispose]());

const manifestAt = (host: string, repository: string, tag: string) =>
  `http://${host}/v2/${repository}/manifests/${tag}`;

async function digestAt(url: string): Promise<string | null> {
  const { headers } = await fetch(url, { method: 'HEAD', headers: { accept } });
  return headers.get('docker-content-digest');
}

/** Moves a tag to other content, like its owner. */
async function change(url: string, note: string): Promise<void> {
  const old = await fetch(url, { headers: { accept } });
  const body = JSON.stringify({ ...((await old.json()) as object), annotations: { note } });
  const headers = { 'content-type': old.headers.get('content-type')! };
  expect((await fetch(url, { method: 'PUT', body, headers })).status).toBe(201);
}

test('a push is previewed and rolled back, as a separate run', async () => {
  const { world } = rig.rig;
  const [image] = world.inventory.additional.filter(({ source }) => !source.includes('@'));
  const { repository, tag } = split(image!.destination);
  const upstream = split(image!.source.slice(image!.source.indexOf('/') + 1));
  const settings = {
    workflow: 'mirrorToMirror',
    directory: rig.rig.place('workspace'),
    destination: world.destination.host,
    configFile: await additionalConfig(`${rig.rig.place('isc')}.yaml`, [image!.source]),
    destinationTlsVerify: false,
  } as const;
  const push = async (): Promise<RunRef> => {
    const { run } = await rig.ask('runs.start', { settings });
    expect(await rig.until(run, isOver)).toMatchObject({ status: 'complete' });
    return run;
  };
  const at = manifestAt(world.destination.host, repository, tag);
  const first = await push();
  expect((await rig.ask('runs.previewRollback', { run: first })).counts).toMatchObject({ new: 1, move: 0 });
  const before = await digestAt(at);
  await change(manifestAt(world.upstream.host, upstream.repository, upstream.tag), 'newer');
  const second = await push();
  const after = await digestAt(at);
  expect(after).not.toBe(before);

  const preview = await rig.ask('runs.previewRollback', { run: second });
  expect(preview).toEqual({
    counts: { move: 1, unchanged: 0, new: 0, 'moved-since': 0, missing: 0 },
    tags: [
      {
        destination: `${world.destination.host}/${repository}:${tag}`,
        state: 'move',
        before,
        now: after,
      },
    ],
  });
  const { run } = await rig.ask('runs.rollback', { run: second });
  const live = await rig.until(run, isOver);
  expect(live).toMatchObject({ workflow: 'rollback', status: 'complete', own: true, resumable: false });
  expect(await digestAt(at)).toBe(before);
  const { command, overrides } = await rig.ask('runs.describe', { run });
  expect(command).toBe(
    `airlock runs rollback ${second.sequence} file://${settings.directory} --dest-tls-verify=false`,
  );
  expect(overrides).toEqual(['dest-tls-verify=false']);

  expect((await rig.ask('runs.previewRollback', { run: second })).counts.unchanged).toBe(1);
  await change(at, 'by hand');
  const moved = await rig.ask('runs.previewRollback', { run: second });
  expect(moved.tags).toMatchObject([
    { state: 'moved-since', why: expect.stringContaining('not by a recorded run') },
  ]);
  expect((await rig.ask('runs.previewRollback', { run: second, force: true })).counts.move).toBe(1);
});
