import { afterAll, beforeAll, expect, test } from 'vitest';
import { OCI_INDEX, OCI_MANIFEST } from '../base/image/media-types.ts';
import { sha256 } from '../base/image/sha256.ts';
import { type ScriptedServer, scripted } from '../registry/exchange/registry.fixture.ts';
import { airlock } from './airlock-process.fixture.ts';
import { additionalConfig, control, newRig, type Rig, requestOf, toDisk } from './mirror.fixture.ts';
import { planMirror } from './plan/plan-mirror.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

const EMPTY = Buffer.from('{}');

/** A registry with one image and endless referrers: each has its own referrers, and their lists have no last page. */
async function endless(): Promise<ScriptedServer & { image: string }> {
  const manifests = new Map<string, Buffer>();
  const add = (fields: object) => {
    const config = { mediaType: 'application/vnd.oci.empty.v1+json', digest: sha256(EMPTY), size: 2 };
    const bytes = Buffer.from(
      JSON.stringify({ schemaVersion: 2, mediaType: OCI_MANIFEST, config, layers: [], ...fields }),
    );
    manifests.set(sha256(bytes), bytes);
    return { mediaType: OCI_MANIFEST, digest: sha256(bytes), size: bytes.length };
  };
  const image = add({});
  const server = await scripted((request, response) => {
    const url = new URL(request.url!, 'http://x');
    const name = url.pathname.split('/').at(-1)!;
    if (url.pathname.includes('/referrers/')) {
      const page = Number(url.searchParams.get('page'));
      const subject = { ...image, digest: name };
      const found = Array.from({ length: 20 }, (_, i) =>
        add({ subject, artifactType: 'application/spdx+json', annotations: { n: `${page}-${i}` } }),
      );
      response.setHeader('link', `<${url.pathname}?page=${page + 1}>; rel="next"`);
      response.setHeader('content-type', OCI_INDEX);
      return void response.end(JSON.stringify({ schemaVersion: 2, mediaType: OCI_INDEX, manifests: found }));
    }
    if (url.pathname.endsWith('/tags/list')) return void response.end('{"tags":["v1"]}');
    if (url.pathname.includes('/blobs/')) return void response.end(EMPTY);
    const bytes = manifests.get(name === 'v1' ? image.digest : name);
    if (!bytes) return void response.writeHead(404).end();
    response.setHeader('content-type', OCI_MANIFEST).setHeader('docker-content-digest', sha256(bytes));
    response.setHeader('content-length', bytes.length);
    response.end(request.method === 'HEAD' ? undefined : bytes);
  });
  return { ...server, image: `${server.host}/lab/endless:v1` };
}

const LEFT_OUT = ['only the first 100 referrers are copied', 'only the first 500 attachments are copied'];

test('endless referrers are truncated, with a warning from the plan and from each run', async () => {
  await using server = await endless();
  const file = await additionalConfig(`${rig.place('endless')}.yaml`, [server.image]);
  const workspace = rig.place('workspace');
  const workflow = { kind: 'mirrorToDisk' as const, directory: workspace };
  const request = requestOf(workflow, { configFile: file, sourceTlsVerify: false });
  const { summary } = await planMirror(request, rig.host, control());
  const warnings = summary.problems.filter(({ code }) => code === 'attachments-left-out');
  expect(warnings.map(({ message }) => message)).toEqual(LEFT_OUT.map((text) => `${server.image}: ${text}`));
  expect(warnings.every(({ level }) => level === 'warning')).toBe(true);
  // One page of each list has 20 entries; 500 manifests are followed, with an index for every 100.
  expect(server.requests.length).toBeLessThan(3_000);

  // Not remembered as complete: the run warns as well.
  const ran = control();
  const result = await toDisk(rig, workspace, file, { sourceTlsVerify: false }, ran);
  expect(result).toMatchObject({ exitCode: 0, images: { failed: 0 } });
  const reported = ran.events.flatMap((event) => (event.type === 'problem' ? [event.problem] : []));
  for (const text of LEFT_OUT)
    expect(reported.map(({ message }) => message)).toContain(`${server.image}: ${text}`);
}, 60_000);

test('`airlock plan` prints the warning', async () => {
  await using server = await endless();
  const file = await additionalConfig(`${rig.place('endless')}.yaml`, [server.image]);
  const words = ['plan', '-c', file, '--src-tls-verify=false', `file://${rig.place('workspace')}`];
  const { stdout, stderr, code } = await airlock(rig, words, [], []).ended;
  expect(code).toBe(0);
  for (const text of LEFT_OUT) expect(`${stdout}${stderr}`).toContain(`${server.image}: ${text}`);
}, 60_000);
