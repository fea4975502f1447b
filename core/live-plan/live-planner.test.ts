import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { control, newRig, type Rig, requestOf, toDisk } from '../mirror/mirror.fixture.ts';
import { planMirror } from '../mirror/plan-mirror.ts';
import { createLivePlanner } from './live-planner.ts';
import type { PlannedDraft } from './planner-answers.ts';

const CATALOG = 'registry.redhat.io/redhat/redhat-operator-index:v4.16';

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

const requests = () => rig.world.upstream.stats.requests + rig.world.services.requests.length;

async function draftOf(lines: string[], options: Partial<PlannedDraft> = {}): Promise<PlannedDraft> {
  const file = join(rig.place('configuration'), 'isc.yaml');
  const text = `${['kind: ImageSetConfiguration', 'apiVersion: mirror.openshift.io/v2alpha1', 'mirror:', ...lines].join('\n')}\n`;
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, text);
  return { text, file, enclave: 'default', goal: 'disk', options: {}, ...options };
}

const PLATFORM = [
  '  platform:',
  '    graph: true',
  '    channels:',
  '      - name: stable-4.16',
  '        minVersion: 4.16.1',
];
const OPERATORS = [
  '  operators:',
  `    - catalog: ${CATALOG}`,
  '      packages:',
  '        - name: bellows-operator',
];

/** What `airlock plan` makes of the same file, in a workspace of its own. */
async function asPlanned(draft: PlannedDraft, workspace: string) {
  const request = requestOf({ kind: 'mirrorToDisk', directory: workspace }, { configFile: draft.file });
  return (await planMirror(request, rig.host, control())).summary;
}

test('nothing is fetched by plans; what a click fetches makes them exact, and as airlock plan has it', async () => {
  const workspace = rig.place('workspace');
  const planner = createLivePlanner({ host: rig.host, workspace });
  const [image] = rig.world.inventory.additional;
  const draft = await draftOf([
    ...PLATFORM,
    ...OPERATORS,
    '  additionalImages:',
    `    - name: ${image!.source}`,
  ]);
  const before = requests();
  const first = await planner.plan(draft);
  expect(requests()).toBe(before);
  expect(first.exact).toBe(false);
  expect(first.error).toBeGreaterThan(0);
  expect(first.lookUps.map(({ id }) => id)).toEqual([
    'graph amd64 stable-4.16',
    `catalog ${CATALOG}`,
    'graph-data',
    'manifests',
  ]);
  const seen: number[] = [];
  const { fetched } = await planner.lookUp(
    first.lookUps.map(({ id }) => id),
    draft,
    { onProgress: ({ done }) => void seen.push(done) },
  );
  expect(fetched).toBeGreaterThan(1000);
  expect(seen.length).toBeGreaterThan(0);
  const after = requests();
  const exact = await planner.plan(draft);
  expect(requests()).toBe(after);
  expect(exact.lookUps.filter(({ asOf }) => asOf === undefined)).toEqual([]);
  expect(exact.exact).toBe(true);
  const planned = await asPlanned(draft, rig.place('other'));
  expect([exact.images, exact.bytes]).toEqual([planned.images, planned.bytes]);
  expect(exact.wasOffBy).toBeDefined();
  expect(exact.error).toBeUndefined();
  await planner.close();
  void toDisk;
});
