import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Finished, startAirlock } from '../fixtures/airlock-process.ts';
import { expectAll, expectResources, requestedOf, type Wanted } from '../fixtures/catalog-check.ts';
import { compareWithUpstream, tagsAt } from '../fixtures/destination-check.ts';
import { type ExpectedImage, type Lab, startLab } from '../fixtures/lab.ts';

let directory: string;
let lab: Lab;
let wanted: Wanted;
/** Of the catalog that the first test rebuilt, which is the same for every workflow. */
let rebuilt: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-operators-'));
  lab = await startLab({ state: join(directory, 'lab'), size: 'small' });
  wanted = await requestedOf(lab, 'operators');
});
afterAll(async () => {
  await lab?.down();
  await rm(directory, { recursive: true, force: true });
});
afterEach(() => lab.faults('upstream', {}).catch(() => {}));

const start = (...args: string[]) => startAirlock(args, lab.environment, directory);
const airlock = (...args: string[]) => start(...args).finished;
const at = (name: string) => `file://${join(directory, name)}`;
const source = '--src-tls-verify=false';
const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0);
const toDisk = (name: string) => ['mirror', '-c', lab.imageSet('operators'), source, at(name)];
/** From a folder to destination A, below a separate path. */
const push = (from: string, namespace: string) =>
  airlock(
    ...['mirror', '--from', at(from), '--state', join(directory, `${namespace}-state`)],
    ...['--dest-tls-verify=false', `docker://${lab.proxy.destA}/${namespace}`],
  );
const across = (set: 'operators' | 'ranges', namespace: string, ...more: string[]) =>
  airlock(
    ...['mirror', '-c', lab.imageSet(set), '--workspace', at(namespace), ...more, source],
    ...['--dest-tls-verify=false', `docker://${lab.proxy.destB}/${namespace}`],
  );
const HASTE = ['--retry-times', '2', '--retry-delay', '20ms'];

function complete(run: Finished) {
  expect(run.exitCode, run.said).toBe(0);
  expect(run.result).toMatchObject({ status: 'complete', images: { failed: 0 }, incomplete: [] });
}

/** An operand that several bundles of the selection need, and one that only one bundle needs. */
function operands(): { image: ExpectedImage; bundles: { package: string; bundle: string }[] }[] {
  const selected = new Set(wanted.packages.flatMap(({ bundles }) => bundles));
  const users = (image: string) =>
    lab.inventory.catalogs[0]!.packages.flatMap(({ name, bundles }) =>
      bundles
        .filter((bundle) => selected.has(bundle.name) && bundle.related.includes(image))
        .map((bundle) => ({ package: name, bundle: bundle.name })),
    );
  const all = wanted.images
    .filter(({ type }) => type === 'related')
    .map((image) => ({ image, bundles: users(image.source) }));
  return [all.find(({ bundles }) => bundles.length > 1)!, all.find(({ bundles }) => bundles.length === 1)!];
}

/** Exactly these bundles are reported, for exactly this image, and nothing else failed. */
function expectBroken(run: Finished, { image, bundles }: ReturnType<typeof operands>[number]) {
  expect(run.exitCode, run.said).toBe(2);
  expect(run.result).toMatchObject({ status: 'partial', images: { failed: 1 } });
  expect(run.result!.failures.map((failure) => failure.source)).toEqual([
    expect.stringContaining(image.digest),
  ]);
  expect(run.result!.incomplete.toSorted((a, b) => (a.bundle < b.bundle ? -1 : 1))).toEqual(
    bundles.map((bundle) => ({ ...bundle, missing: [image.source] })),
  );
  const broken = run.result!.deliverables.filter((each) => !each.complete).map(({ name }) => name);
  expect(broken).toEqual([`operator ${bundles[0]!.package} of redhat-operator-index:v4.16`]);
}

const others = ({ image }: { image: ExpectedImage }) => wanted.images.filter((each) => each !== image);

// First, because a push uses the content of other repositories of its registry, too.
test('an operand that is missing in its registry: its bundles are reported, the rest is transferred, and the next transfer completes', async () => {
  const broken = operands()[0]!;
  const place = { registry: 'destA', namespace: 'missing' } as const;
  await lab.faults('upstream', { rules: [{ path: `/manifests/${broken.image.digest}`, status: 404 }] });
  const first = await airlock(...toDisk('missing'), ...HASTE);
  expectBroken(first, broken);
  expectBroken(await push('missing', 'missing'), broken);
  expect(await compareWithUpstream(lab, others(broken), place)).toEqual([]);
  expect([...(await tagsAt(lab, [broken.image], place)).values()]).toEqual([null]);

  await lab.faults('upstream', {});
  await lab.resetStats();
  const second = await airlock(...toDisk('missing'));
  complete(second);
  expect(second.result!.transfer).toBe('default-0002');
  const { blobs = [], manifests = [] } = lab.inventory.manifests.find(
    ({ digest }) => digest === broken.image.digest,
  )!;
  expect(manifests).toEqual([]);
  const { blobGets } = await lab.stats('upstream');
  expect(blobs).toEqual(expect.arrayContaining(Object.keys(blobGets)));
  // Earlier transfers aren't used: the second transfer alone completes the first.
  complete(await push('missing/transfers/default-0002', 'missing'));
  rebuilt = (await expectAll(lab, place, wanted)).digest;
});

test('mirror to disk gets every blob once, and a push has exactly the images of the inventory and their catalog', async () => {
  await lab.resetStats();
  const run = await airlock(...toDisk('disk'));
  complete(run);
  const needed = await lab.needed('operators');
  const { routes, blobGets } = await lab.stats('upstream');
  expect(Object.keys(blobGets).sort()).toEqual([...needed.keys()].sort());
  expect(routes['GET blobs']?.bytesDown).toBe(sum(needed.values()));
  // The set contains the catalog three times: the original, and rebuilt under both its hashes.
  expect(run.result!.images.total).toBe(wanted.images.length + 3);

  await lab.resetStats();
  const pushed = await push('disk', 'carried');
  complete(pushed);
  expect((await lab.stats('upstream')).requests).toBe(0);
  const served = await expectAll(lab, { registry: 'destA', namespace: 'carried' }, wanted);
  expect(served.digest).toBe(rebuilt);
  await expectResources(pushed.result!.resources!, `${lab.proxy.destA}/carried`, wanted);
});

test('a second run downloads, transfers and sends nothing except the digest of the tag', async () => {
  await lab.resetStats();
  const again = await airlock(...toDisk('disk'));
  complete(again);
  expect(again.result!.transfer).toBeUndefined();
  const { requests, routes } = await lab.stats('upstream');
  expect([routes['HEAD manifests']?.requests, routes['GET blobs'], routes['GET manifests']]).toEqual([
    1,
    undefined,
    undefined,
  ]);
  expect(requests).toBeLessThanOrEqual(2);
  complete(await push('disk', 'carried'));
  expect((await lab.stats('destA')).bytesUp).toBe(0);
});

test('mirror to mirror results in the same, also with every kind of range', async () => {
  const run = await across('operators', 'across');
  complete(run);
  const served = await expectAll(lab, { registry: 'destB', namespace: 'across' }, wanted);
  expect(served.digest).toBe(rebuilt);
  await expectResources(run.result!.resources!, `${lab.proxy.destB}/across`, wanted);
  complete(await across('ranges', 'ranges'));
  await expectAll(lab, { registry: 'destB', namespace: 'ranges' }, await requestedOf(lab, 'ranges'));
});

test('an operand whose blobs never arrive: registry to registry, and again without the fault', async () => {
  const broken = operands()[1]!;
  const place = { registry: 'destB', namespace: 'failing' } as const;
  const { blobs = [] } = lab.inventory.manifests.find(({ digest }) => digest === broken.image.digest)!;
  const own = blobs.filter(
    (blob) => lab.inventory.manifests.filter((manifest) => manifest.blobs?.includes(blob)).length === 1,
  );
  await lab.faults('upstream', { rules: [{ path: `/blobs/(${own.join('|')})`, status: 500 }] });
  expectBroken(await across('operators', 'failing', ...HASTE), broken);
  expect(await compareWithUpstream(lab, others(broken), place)).toEqual([]);
  await lab.faults('upstream', {});
  complete(await across('operators', 'failing'));
  await expectAll(lab, place, wanted);
});

test('a mirror to disk that is killed at six places completes, verifies, and has the same catalog', async () => {
  const needed = sum((await lab.needed('operators')).values());
  await lab.resetStats();
  await lab.faults('upstream', { totalBytesPerSec: 6_000_000 });
  const moved = async () => (await lab.stats('upstream')).routes['GET blobs']?.bytesDown ?? 0;
  let kills = 0;
  for (const part of [0.01, 0.08, 0.2, 0.4, 0.7, 0.95]) {
    const { child, finished } = start(...toDisk('killed'));
    while (child.exitCode === null && (await moved()) < part * needed) await sleep(5);
    child.kill('SIGKILL');
    if ((await finished).signal === 'SIGKILL') kills++;
  }
  expect(kills).toBeGreaterThan(4);
  await lab.faults('upstream', {});
  complete(await airlock(...toDisk('killed')));
  const verified = await airlock('verify', at('killed'));
  expect(verified.exitCode, verified.said).toBe(0);
  complete(await push('killed', 'killed'));
  const served = await expectAll(lab, { registry: 'destA', namespace: 'killed' }, wanted);
  expect(served.digest).toBe(rebuilt);
});

test('a chart and its images are transferred, and pushed without any reachable upstream', async () => {
  const [chart] = lab.inventory.helm;
  const config = join(directory, 'helm.yaml');
  await writeFile(
    config,
    `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
mirror:
  helm:
    repositories:
    - name: lab
      url: http://${lab.services}/charts/
      charts:
      - name: ${chart!.name}
        version: ${chart!.version}
`,
  );
  const run = await airlock('mirror', '-c', config, source, at('charts'));
  complete(run);
  const image = (await lab.expected('additional')).find(
    ({ destination }) => destination === 'lab/docker-v2s2:v1',
  )!;
  await lab.cutOff();
  const pushed = await push('charts', 'charts');
  complete(pushed);
  const found = await tagsAt(lab, [image], { registry: 'destA', namespace: 'charts' });
  expect(found.get(image.destination)).toBe(image.digest);
  const itms = parse(await readFile(join(pushed.result!.resources!, 'itms-oc-mirror.yaml'), 'utf8'));
  expect(itms).toMatchObject({
    metadata: { name: 'itms-generic-0' },
    spec: { imageTagMirrors: [{ source: 'quay.io/lab', mirrors: [`${lab.proxy.destA}/charts/lab`] }] },
  });
});
