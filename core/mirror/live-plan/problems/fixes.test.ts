import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyTextEdits } from '../../../base/document/edit/text-edits.ts';
import type { Problem } from '../../../base/errors/airlock-error.ts';
import { RULE, type RuleId } from '../../../base/errors/rules.ts';
import { airlockDirectory } from '../../../base/files/airlock-directory.ts';
import { hexOf } from '../../../base/image/digest.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import { indexCatalog } from '../../../content/catalog/index/catalog-index.ts';
import { openKnownTags } from '../../../content/plan/known-tags.ts';
import type { ContractInventory, PlannedProblem } from '../../../contract/topics/drafts.ts';
import { parseImageSet } from '../../../image-set/config/load-image-set.ts';
import { workingFiles } from '../../../store/workspace/working-files.ts';
import type { LivePlanner, PlannedDraft } from '../known/planner-answers.ts';
import { createLivePlanner } from '../live-planner.ts';
import { t } from '../messages.ts';
import { FIXED_RULES } from './fixes.ts';

const CATALOG = 'registry.lab/redhat-operator-index:v4.18';
const HEAD = 'apiVersion: mirror.openshift.io/v2alpha1\nkind: ImageSetConfiguration\n';

let directory: string;
let planner: LivePlanner;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-fixes-'));
  const cache = airlockDirectory(directory, 'cache');
  const digest = sha256('catalog of the test');
  await indexCatalog(catalog(), join(cache, 'catalogs', hexOf(digest)), { digest });
  const tags = openKnownTags(cache);
  tags.put({ registry: 'registry.lab', repository: 'redhat-operator-index', tag: 'v4.18' }, digest);
  await tags.save();
  const files = workingFiles(join(directory, 'working-dir'), { colons: true });
  for (const [channel, versions] of Object.entries({
    'stable-4.17': ['4.17.1', '4.17.5'],
    'stable-4.18': ['4.17.5', '4.18.1', '4.18.3', '4.18.9'],
    'stable-4.81': [],
  }))
    await files.write(`hold-release/cincinnati-graph-data/amd64-${channel}.json`, graph(versions));
  planner = createLivePlanner({
    host: { env: {}, home: directory, tool: 'airlock 0' },
    workspace: directory,
  });
});
afterAll(async () => {
  await planner.close();
  await rm(directory, { recursive: true, force: true });
});

function graph(versions: string[]): string {
  const nodes = versions.map((version) => ({
    version,
    payload: `quay.io/openshift-release-dev/ocp-release@${sha256(version)}`,
    metadata: { 'io.openshift.upgrades.graph.release.channels': 'stable-4.17,stable-4.18' },
  }));
  return JSON.stringify({ nodes, edges: nodes.slice(1).map((_, i) => [i, i + 1]) });
}

interface Bundle {
  version: string;
  replaces?: string;
  requires?: string;
  max?: string;
}

async function* catalog() {
  const packages: Record<string, Record<string, Bundle[]>> = {
    'web-terminal': { fast: [{ version: '1.13.0' }, { version: '1.14.0', replaces: '1.13.0' }] },
    'odf-operator': {
      'stable-4.17': [{ version: '4.17.1', max: '4.17' }],
      'stable-4.18': [
        { version: '4.17.1', max: '4.17' },
        { version: '4.18.1', replaces: '4.17.1', requires: 'ocs-operator' },
      ],
    },
    'ocs-operator': { 'stable-4.18': [{ version: '4.18.1' }] },
    'old-operator': { alpha: [{ version: '0.9.0', max: '4.16' }] },
    'bridge-operator': {
      stable: [
        { version: '1.0.0', max: '4.17' },
        { version: '1.1.0', replaces: '1.0.0' },
        { version: '2.0.0', replaces: '1.1.0', max: '4.17' },
      ],
    },
  };
  for (const [name, channels] of Object.entries(packages)) {
    const names = Object.keys(channels);
    const documents: object[] = [{ schema: 'olm.package', name, defaultChannel: names.at(-1) }];
    const bundles = new Map<string, Bundle>();
    for (const [channel, entries] of Object.entries(channels)) {
      for (const entry of entries) bundles.set(entry.version, { ...bundles.get(entry.version), ...entry });
      documents.push({
        schema: 'olm.channel',
        package: name,
        name: channel,
        entries: entries.map(({ version, replaces }) => ({
          name: `${name}.v${version}`,
          replaces: replaces ? `${name}.v${replaces}` : undefined,
        })),
      });
    }
    for (const { version, requires, max } of bundles.values())
      documents.push(bundleOf(name, version, requires, max));
    if (name === 'old-operator')
      documents.push({
        schema: 'olm.deprecations',
        package: name,
        entries: [{ reference: { schema: 'olm.package' }, message: 'Use new-operator.\nIt is better.' }],
      });
    const text = documents.map((document) => JSON.stringify(document)).join('\n');
    yield {
      path: `${name}/catalog.json`,
      content: (async function* () {
        yield Buffer.from(text);
      })(),
    };
  }
}

function bundleOf(name: string, version: string, requires: string | undefined, max: string | undefined) {
  const image = `registry.lab/${name}@${sha256(`${name} ${version}`)}`;
  return {
    schema: 'olm.bundle',
    name: `${name}.v${version}`,
    package: name,
    image,
    relatedImages: [{ name: '', image }],
    properties: [
      { type: 'olm.package', value: { packageName: name, version } },
      ...(requires
        ? [{ type: 'olm.package.required', value: { packageName: requires, versionRange: '>=1.0.0' } }]
        : []),
      ...(max ? [{ type: 'olm.maxOpenShiftVersion', value: max }] : []),
    ],
  };
}

async function problemsOf(text: string, more: Partial<PlannedDraft> = {}): Promise<PlannedProblem[]> {
  const draft = {
    text,
    file: join(directory, 'isc.yaml'),
    enclave: 'default',
    goal: 'disk' as const,
    options: {},
  };
  return (await planner.plan({ ...draft, ...more })).problems;
}

const operators = (...lines: string[]) =>
  [
    'mirror:',
    '  operators:',
    `    - catalog: ${CATALOG}`,
    '      packages:',
    ...lines.map((line) => `        ${line}`),
    '',
  ].join('\n');
const channel = (...lines: string[]) =>
  [
    'mirror:',
    '  platform:',
    '    graph: true',
    '    channels:',
    ...lines.map((line) => `      ${line}`),
    '',
  ].join('\n');

/** The problem, the offered fix, and the text that the result contains and no longer contains. */
interface Case {
  /** The place of the fix by the broken rule. */
  rule?: RuleId;
  text: string;
  label: string;
  has?: string[];
  hasNot?: string[];
  draft?: Partial<PlannedDraft>;
}

const inventory = (entry: ContractInventory['operators'][number]): Partial<PlannedDraft> => ({
  to: '4.18.9',
  inventory: { operators: [entry] },
});

describe('problems with a fix', () => {
  const cases: Record<string, Case> = {
    'a foreign apiVersion': {
      rule: 'api-version',
      text: `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v1\nmirror: {}\n`,
      label: t('apiVersionFix'),
      has: ['apiVersion: mirror.openshift.io/v2alpha1'],
    },
    'a field of v1': {
      rule: 'former-field',
      text: `${HEAD}storageConfig:\n  local:\n    path: /data # disk\nmirror: {}\n`,
      label: t('convertFix'),
      hasNot: ['storageConfig'],
    },
    'a misspelled field': {
      rule: 'unknown-field',
      text: `${HEAD}${channel('- name: stable-4.18').replace('channels', 'chanels')}`,
      label: t('renameFix', { name: 'channels' }),
      has: ['    channels:'],
    },
    'a field in another case': {
      rule: 'field-case',
      text: `${HEAD}mirror:\n  additionalimages:\n    - name: quay.io/lab/app:v1\n`,
      label: t('renameFix', { name: 'additionalImages' }),
      has: ['  additionalImages:'],
    },
    'a package twice': {
      rule: 'package-repeated',
      text: `${HEAD}${operators('- name: odf-operator', '  channels:', '    - name: stable-4.17', '  defaultChannel: stable-4.17', '- name: odf-operator', '  channels:', '    - name: stable-4.18')}`,
      label: t('mergeFix'),
      has: ['- name: stable-4.17', '- name: stable-4.18'],
    },
    'a catalog twice': {
      rule: 'catalog-repeated',
      text: `${HEAD}${operators('- name: ocs-operator')}    - catalog: ${CATALOG}\n      packages:\n        - name: web-terminal\n`,
      label: t('mergeFix'),
      has: ['- name: ocs-operator', '- name: web-terminal'],
    },
    'a channel twice': {
      rule: 'release-channel-repeated',
      text: `${HEAD}${channel('- name: stable-4.18', '  minVersion: 4.18.3', '  maxVersion: 4.18.9', '- name: stable-4.18', '  minVersion: 4.18.1', '  maxVersion: 4.18.3')}`,
      label: t('mergeFix'),
      has: ['minVersion: 4.18.1', 'maxVersion: 4.18.9'],
    },
    'reversed bounds': {
      rule: 'versions-reversed',
      text: `${HEAD}${channel('- name: stable-4.18', '  minVersion: 4.18.9', '  maxVersion: 4.18.1')}`,
      label: t('swapFix'),
      has: ['minVersion: 4.18.1', 'maxVersion: 4.18.9'],
    },
    'reversed bounds of a package': {
      rule: 'versions-reversed',
      text: `${HEAD}${operators('- name: web-terminal', '  minVersion: 1.14.0', '  maxVersion: 1.13.0')}`,
      label: t('swapFix'),
      has: ['minVersion: 1.13.0', 'maxVersion: 1.14.0'],
    },
    'an image without tag': {
      rule: 'image-reference',
      text: `${HEAD}mirror:\n  additionalImages:\n    - name: quay.io/lab/app # ours\n`,
      label: t('addFix', { name: ':latest' }),
      has: ['- name: quay.io/lab/app:latest # ours'],
    },
    'a minor for a version': {
      rule: 'version-invalid',
      text: `${HEAD}${channel('- name: stable-4.18', '  minVersion: "4.18"')}`,
      label: t('changeFix', { value: '4.18.0' }),
      has: ['4.18.0'],
    },
    'an architecture by its other name': {
      rule: 'architecture',
      text: `${HEAD}mirror:\n  platform:\n    graph: true\n    architectures: [x86_64]\n    channels:\n      - name: stable-4.18\n`,
      label: t('changeFix', { value: 'amd64' }),
      has: ['[amd64]'],
    },
    'a field without effect': {
      rule: 'field-ignored',
      text: `${HEAD}${operators('- name: web-terminal')}      skipDependencies: true\n`,
      label: t('removeFix', { name: 'skipDependencies' }),
      hasNot: ['skipDependencies'],
    },
    'full next to versions': {
      rule: 'full-with-versions',
      text: `${HEAD}${operators('- name: web-terminal', '  minVersion: 1.13.0')}      full: true\n`,
      label: t('removeFix', { name: 'full' }),
      hasNot: ['full'],
    },
    'an unknown release channel': {
      rule: 'release-channel-unknown',
      text: `${HEAD}${channel('- name: stable-4.81')}`,
      label: t('useFix', { name: 'stable-4.18' }),
      has: ['- name: stable-4.18'],
    },
    'a misspelled release channel': {
      rule: 'release-channel-name',
      text: `${HEAD}${channel('- name: stable4.18')}`,
      label: t('changeFix', { value: 'stable-4.18' }),
      has: ['- name: stable-4.18'],
    },
    'a version that is not in the channel': {
      rule: 'release-unknown',
      text: `${HEAD}${channel('- name: stable-4.18', '  minVersion: 4.18.4', '  maxVersion: 4.18.4')}`,
      label: t('useFix', { name: '4.18.3' }),
      has: ['minVersion: 4.18.3', 'maxVersion: 4.18.3'],
    },
    'a bound that is not in the channel': {
      rule: 'release-bound-unknown',
      text: `${HEAD}${channel('- name: stable-4.18', '  minVersion: 4.18.2', '  maxVersion: 4.18.9')}`,
      label: t('changeFix', { value: '4.18.3' }),
      has: ['minVersion: 4.18.3'],
    },
    'no update graph': {
      text: `${HEAD}${channel('- name: stable-4.18').replace('    graph: true\n', '')}`,
      label: t('graphFix'),
      has: ['graph: true'],
    },
    'no operator for the update graph': {
      text: `${HEAD}${channel('- name: stable-4.18')}`,
      label: t('addFix', { name: 'cincinnati-operator' }),
      has: ['catalog: registry.redhat.io/redhat/redhat-operator-index:v4.18', 'name: cincinnati-operator'],
    },
    'a target that is not among the releases': {
      text: `${HEAD}${channel('- name: stable-4.18', '  minVersion: 4.18.1', '  maxVersion: 4.18.3')}`,
      label: t('addFix', { name: '4.18.9' }),
      has: ['maxVersion: 4.18.9', 'minVersion: 4.18.1'],
      draft: { to: '4.18.9' },
    },
    'an unknown package': {
      rule: 'package-unknown',
      text: `${HEAD}${operators('- name: web-terminall')}`,
      label: t('changeFix', { value: 'web-terminal' }),
      has: ['- name: web-terminal\n'],
    },
    'a bundle for a package': {
      rule: 'bundle-as-package',
      text: `${HEAD}${operators('- name: web-terminal.v1.14')}`,
      label: t('changeFix', { value: 'web-terminal' }),
      has: ['- name: web-terminal\n'],
    },
    'an unknown channel of a package': {
      rule: 'channel-unknown',
      text: `${HEAD}${operators('- name: web-terminal', '  channels:', '    - name: fst')}`,
      label: t('changeFix', { value: 'fast' }),
      has: ['- name: fast'],
    },
    'a missing default channel': {
      rule: 'default-channel-left-out',
      text: `${HEAD}${operators('- name: odf-operator', '  channels:', '    - name: stable-4.17')}`,
      label: t('defaultChannelFix', { channel: 'stable-4.17' }),
      has: ['defaultChannel: stable-4.17'],
    },
    'a dependency': {
      rule: 'package-needed',
      text: `${HEAD}${operators('- name: odf-operator', '  channels:', '    - name: stable-4.18')}`,
      label: t('addFix', { name: 'ocs-operator' }),
      has: ['- name: ocs-operator'],
    },
    'a catalog of another minor version': {
      text: `${HEAD}${operators('- name: web-terminal')}  platform:\n    graph: true\n    channels:\n      - name: stable-4.17\n`,
      label: t('useFix', { name: 'v4.17' }),
      has: ['redhat-operator-index:v4.17'],
    },
    'versions next to channels': {
      text: `${HEAD}${operators('- name: web-terminal', '  minVersion: 1.13.0', '  channels:', '    - name: fast')}`,
      label: t('moveVersionsFix'),
      has: ['- name: fast\n              minVersion: 1.13.0'],
    },
    'an installed operator that is not selected': {
      text: `${HEAD}${operators('- name: ocs-operator')}`,
      label: t('addFix', { name: 'web-terminal' }),
      has: ['- name: web-terminal'],
      draft: inventory({ package: 'web-terminal', version: '1.13.0' }),
    },
    'an installed operator that blocks the upgrade': {
      text: `${HEAD}${operators('- name: bridge-operator')}`,
      label: t('bridgeFix', { version: '1.1.0' }),
      has: ['minVersion: 1.1.0'],
      draft: inventory({ package: 'bridge-operator', version: '1.0.0' }),
    },
    'an empty section': {
      text: `${HEAD}mirror:\n  helm: {}\n  additionalImages:\n    - name: quay.io/lab/app:v1\n`,
      label: t('removeFix', { name: 'helm' }),
      hasNot: ['helm'],
    },
    'a foreign kind': {
      rule: 'kind',
      text: `apiVersion: mirror.openshift.io/v2alpha1\nkind: ImageSet\nmirror: {}\n`,
      label: t('kindFix'),
      has: ['kind: ImageSetConfiguration'],
    },
    'a channel of a package twice': {
      rule: 'channel-repeated',
      text: `${HEAD}${operators('- name: web-terminal', '  channels:', '    - name: fast', '    - name: fast # again')}`,
      label: t('secondEntryFix'),
      hasNot: ['# again'],
    },
    'an unknown channel type': {
      rule: 'release-channel-type',
      text: `${HEAD}${channel('- name: stable-4.18', '  type: rhel')}`,
      label: t('typeFix'),
      hasNot: ['type:'],
    },
    'channels next to a release': {
      rule: 'release-channels-ignored',
      text: `${HEAD}mirror:\n  platform:\n    graph: true\n    release: quay.io/lab/release:4.18.1\n    channels:\n      - name: stable-4.18\n`,
      label: t('channelsFix'),
      hasNot: ['channels'],
    },
    'a blocked image without name': {
      rule: 'blocked-image-empty',
      text: `${HEAD}mirror:\n  blockedImages:\n    - name: ""\n    - name: lab\n`,
      label: t('emptyNameFix'),
      hasNot: ['""'],
    },
    'an image without name': {
      rule: 'name-missing',
      text: `${HEAD}mirror:\n  additionalImages:\n    - name: quay.io/lab/app:v1\n    - targetTag: v2\n`,
      label: t('entryFix'),
      hasNot: ['targetTag'],
    },
    'architectures next to platforms': {
      rule: 'architectures-with-platforms',
      text: `${HEAD}mirror:\n  platform:\n    graph: true\n    architectures: [amd64]\n    platforms:\n      - os: linux\n        architecture: amd64\n    channels:\n      - name: stable-4.18\n`,
      label: t('removeFix', { name: 'architectures' }),
      hasNot: ['architectures'],
    },
    'versions of a package and of its channel': {
      rule: 'versions-twice',
      text: `${HEAD}${operators('- name: web-terminal', '  minVersion: 1.13.0', '  channels:', '    - name: fast', '      minVersion: 1.14.0')}`,
      label: t('channelVersionsFix'),
      has: ['minVersion: 1.14.0'],
      hasNot: ['minVersion: 1.13.0'],
    },
  };
  test.each(Object.entries(cases))('%s', async (_, { rule, text, label, has = [], hasNot = [], draft }) => {
    const problem = (await problemsOf(text, draft)).find(
      (each) => (!rule || (each as Problem)[RULE]?.id === rule) && each.fix?.label === label,
    );
    expect(problem, 'the problem').toBeDefined();
    expect((problem as Problem)[RULE]?.id, 'its rule').toBe(rule);
    expect(problem!.line, 'its line').toBeGreaterThan(0);
    expect(problem!.fix?.label).toBe(label);
    const fixed = applyTextEdits(text, problem!.fix!.edits);
    for (const each of has) expect(fixed).toContain(each);
    for (const each of hasNot) expect(fixed).not.toContain(each);
    const left = await problemsOf(fixed, draft);
    expect(left.filter(({ message }) => message === problem!.message)).toEqual([]);
    expect(parseImageSet(fixed, 'isc.yaml').configuration).toBeDefined();
  });

  test('every rule with a fix offers it', () => {
    const tested = new Set(Object.values(cases).map(({ rule }) => rule));
    expect(FIXED_RULES.filter((rule) => !tested.has(rule))).toEqual([]);
  });
});

test('the fix of a dependency has no size if nothing on this host resembles its images', async () => {
  const text = `${HEAD}${operators('- name: odf-operator', '  channels:', '    - name: stable-4.18')}`;
  const problem = (await problemsOf(text)).find(
    ({ fix }) => fix?.label === t('addFix', { name: 'ocs-operator' }),
  );
  expect(problem?.fix).toMatchObject({ edits: [expect.anything()] });
  expect(problem?.fix?.bytes).toBeUndefined();
});

test('problems without a fix have a line', async () => {
  const text = `${HEAD}mirror:\n  operators:\n    - catalog: ${CATALOG}\n      packages:\n        - name: old-operator\n  helm:\n    repositories:\n      - name: charts\n        url: https://<your-host>/charts\n      - name: charts\n        url: https://other.lab/charts\n  additionalImages:\n    - name: quay.io/lab/app:v1\n`;
  const problems = await problemsOf(text, { to: '4.18.9' });
  const found = (states: RegExp) => problems.find(({ message }) => states.test(message));
  expect(found(/old-operator is deprecated: Use new-operator\.$/)).toMatchObject({
    level: 'warning',
    line: 7,
  });
  expect(found(/old-operator\.v0\.9\.0 doesn't support OpenShift 4\.18/)).toMatchObject({ line: 7 });
  expect(found(/<your-host> is a placeholder/)).toMatchObject({ level: 'error' });
  expect(found(/two Helm repositories/)).toMatchObject({ level: 'warning' });
  // The most severe first.
  expect(problems[0]!.level).toBe('error');
});

test('plans the rest of a catalog if one of its entries is invalid', async () => {
  const text = `${HEAD}${operators('- name: web-terminall', '- name: ocs-operator')}`;
  const draft = {
    text,
    file: join(directory, 'isc.yaml'),
    enclave: 'default',
    goal: 'disk' as const,
    options: {},
  };
  const plan = await planner.plan(draft);
  expect(plan.parts.filter(({ kind }) => kind === 'operator').map(({ name }) => name)).toEqual([
    'ocs-operator',
  ]);
  expect(plan.problems.filter(({ level }) => level === 'error')).toHaveLength(1);
});

test('a file of another kind has one problem, and no fix turns it into a configuration', async () => {
  const problems = await problemsOf('apiVersion: v1beta1\nkind: AgentConfig\nhosts: []\n', undefined);
  expect(problems).toMatchObject([{ level: 'error', line: 2 }]);
  expect(problems[0]!.fix).toBeUndefined();
});
