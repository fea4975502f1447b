import { act, fireEvent, screen, within } from '@testing-library/react';
import { useNavigate } from 'react-router';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { useShell } from '../../app-state/shell-state.ts';
import { useComparedVersion } from '../../cluster/compared-version.ts';
import { type Answers, expectHeading, openScreen } from '../../engine/screen.fixture.tsx';
import { closeGlossary } from '../../parts/glossary.ts';
import { t as tour } from '../../tour/messages.ts';
import { endTour } from '../../tour/tour.ts';
import { t as glossary } from '../glossary/messages.ts';
import { DESTINATIONS, ROUTES } from '../routes.tsx';
import { Shell } from '../shell.tsx';
import { t } from './messages.ts';
import { fixedEntries } from './screens.ts';

afterEach(() => {
  endTour();
  useShell.setState(useShell.getInitialState(), true);
  closeGlossary();
});

const CARRIED = { name: 'fleet-0007', written: { volumes: 2, of: 2, drives: ['FLEET-A'] } };
const ANSWERS: Answers = {
  'workspaces.list': {
    workspaces: [{ directory: '/w', name: 'w', enclaves: [{ name: 'fleet', transfers: [CARRIED] }] }],
  },
  'practice.state': { state: 'off', steps: [] },
  'runs.list': {
    runs: [
      { run: { root: '/w', sequence: 4 }, workflow: 'mirrorToDisk', transfer: 'fleet-0007', images: {} },
    ],
  },
  'runs.findImages': ({ search }) => ({
    ...{ searched: 20_000, omitted: 2, matching: 1234 },
    images: [
      {
        ...{ origin: `quay.io/${search}/image:1`, destination: 'reg/image' },
        in: { kind: 'run', run: { root: '/w', sequence: 4 } },
      },
      ...Array.from({ length: 19 }, (_, at) => ({
        ...{ destination: `${search}/received-${at}:1` },
        in: { kind: 'transfer' as const, workspace: '/w', enclave: 'fleet', transfer: 'fleet-0001' },
      })),
    ],
  }),
  'drafts.list': {
    drafts: [{ id: 'd1', name: 'imageset-config.yaml', named: true, file: '/w/imageset-config.yaml' }],
  },
  'drafts.read': {
    id: 'd1',
    text: 'mirror:\n  operators:\n    - catalog: registry.redhat.io/redhat/redhat-operator-index:v4.18\n',
  },
  'drafts.findPackages': ({ search }) => ({
    ...{ catalogs: 2, matching: search === 'storage' ? 21 : 1 },
    packages: [
      {
        ...{ catalog: 'registry.redhat.io/redhat/certified-operator-index:v4.18' },
        ...{ package: search === 'storage' ? 'lvms-operator' : `${search}-operator` },
      },
    ],
  }),
  'schedules.list': {
    schedules: [{ name: 'nightly', job: 'mirrorToDisk', configFile: '/w/isc.yaml', occasions: [] }],
  },
  'media.drives': {
    drives: [
      { device: 'sdb', label: 'FLEET-A', mountPoint: '/mnt/a' },
      { device: 'sdc', label: 'SPARE', mountPoint: '/mnt/b' },
      { device: 'sda', label: 'ROOT', system: true },
    ],
  },
  'installConfig.list': { drafts: [] },
  'registries.list': { registries: [{ name: 'reg.lan:5000' }] },
  'upgrades.versions': ({ workspace }) => ({
    versions: workspace === '/w' ? [{ version: '4.18.9', channels: ['stable-4.18'] }] : [],
  }),
  'hosts.list': { sets: [{ id: 's1', name: 'rack 1', hosts: 1 }] },
  'hosts.read': { id: 's1', hosts: [{ name: 'worker-7', role: 'worker', addresses: ['10.0.0.17/24'] }] },
};

async function openFind(at = '/nowhere', answers: Answers = {}) {
  const page = openScreen(<Shell />, { ...ANSWERS, ...answers }, at);
  await expectHeading(/No screen/);
  await page.user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: t('fieldLabel') });
  expect(document.activeElement).toBe(field);
  return { ...page, field };
}

const option = (name: string | RegExp) => screen.findByRole('option', { name });

test('Ctrl+K opens the search, and the keyboard selects and opens a screen', async () => {
  const { user, field, address } = await openFind();
  await option('Upgrades');
  await user.keyboard('files for');
  const found = await option(/^Files for hosts/);
  expect(found.getAttribute('aria-selected')).toBe('true');
  expect(field.getAttribute('aria-activedescendant')).toBe(found.id);
  await user.keyboard('{Enter}');
  await expect.poll(address).toBe('/hosts/outputs');
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('Start tour opens the first screen of the tour', async () => {
  const { user, address } = await openFind();
  await user.keyboard('start tour');
  await option(/^Start tour/);
  await user.keyboard('{Enter}');
  await expect.poll(address).toBe('/');
  await screen.findByRole('region', { name: tour('tourLabel') });
});

test.each([
  ['fleet-0007', /^fleet-0007 ?\/w$/, '/enclaves/fleet?workspace=%2Fw&transfer=fleet-0007'],
  ['delete images', /^Delete images$/, '/delete'],
  ['delete fleet', /^Delete images from fleet/, '/enclaves/fleet/delete?workspace=%2Fw'],
  ['4.18.9', /^4\.18\.9 ?find/, '/upgrades?to=4.18.9'],
  [
    'odf',
    /^odf-operator.*certified v4\.18/,
    '/choose/d1/operators?catalog=registry.redhat.io%2Fredhat%2Fcertified-operator-index%3Av4.18&search=odf-operator',
  ],
  ['received-3', /^received-3\/received-3:1/, '/enclaves/fleet?workspace=%2Fw&transfer=fleet-0001'],
  ['10.0.0.17', /^worker-7/, '/hosts/worker-7'],
  ['ubi9', /^quay\.io\/ubi9\/image:1/, '/run/4?root=%2Fw&q=quay.io%2Fubi9%2Fimage%3A1'],
  ['run 4', /^fleet-0007 ?run 4, /, '/run/4?root=%2Fw'],
  ['nightly', /^nightly ?To disk: isc\.yaml/, '/schedules?workspace=%2Fw&show=nightly'],
  ['fleet-a', /^FLEET-A ?fleet-0007, \/w$/, '/carry?workspace=%2Fw&transfer=fleet-0007'],
  ['spare', /^SPARE ?\/mnt\/b/, '/carry'],
  ['create schedule', /^Create schedule/, '/schedules?new='],
  ['new transfer', /^Fetch a new transfer/, '/fetch'],
  ['eject', /^Write a transfer to drives/, '/carry'],
  ['check volumes', /^Receive a transfer from drives/, '/receive'],
  ['new enclave', /^Create configuration/, '/choose'],
  ['start practice', /^Start practice/, '/practice'],
  ['save diagnostics', /^Save diagnostics bundle/, '/settings/diagnostics'],
  ['import hosts', /^Import hosts/, '/hosts'],
  ['add registry', /^Add registry/, '/settings/registries'],
  ['storage', /^Disk usage of w/, '/storage?workspace=%2Fw'],
  ['theme', /^Appearance/, '/settings/appearance'],
  ['webhook', /^Notifications/, '/settings/notifications'],
  ['attached artifacts', /^Attached artifacts/, '/docs/guides/mirror'],
  ['reg.lan', /^reg\.lan:5000/, '/settings/registries'],
  ['proxy', /^Proxy/, '/settings/proxy'],
])('%s is found, and a click opens it', async (text, name, opened) => {
  const { user, address } = await openFind();
  await user.keyboard(text);
  await user.click(await option(name));
  await expect.poll(address).toBe(opened);
});

test('a version opens with the version of the cluster that was compared last, if it is older', async () => {
  const versions = ['4.18.7', '4.18.8', '4.18.9'].map((version) => ({ version, channels: ['stable-4.18'] }));
  onTestFinished(() => useComparedVersion.setState({}, true));
  useComparedVersion.setState({ version: '4.18.8' });
  const { user, address } = await openFind('/nowhere', { 'upgrades.versions': { versions } });
  for (const [text, opened] of [
    ['4.18.9', '/upgrades?from=4.18.8&to=4.18.9'],
    ['4.18.8', '/upgrades?to=4.18.8'],
    ['4.18.7', '/upgrades?to=4.18.7'],
  ] as const) {
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), text);
    await user.click(await option(new RegExp(`^${text} ?find`)));
    await expect.poll(address).toBe(opened);
  }
});

test('a drive of the system is not found, and a drive with a transfer once', async () => {
  const { user } = await openFind();
  await user.keyboard('fleet-a');
  await option(/^FLEET-A/);
  expect(screen.getAllByRole('option', { name: /^FLEET-A/ })).toHaveLength(1);
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('root');
  await expect.poll(() => screen.queryByText(/Still loading/)).toBeNull();
  expect(screen.queryByRole('option', { name: /^ROOT/ })).toBeNull();
});

test('headings of the references of errors and commands are not found', async () => {
  const { user } = await openFind();
  await user.keyboard('total bytes bytes');
  await screen.findByText(t('noMatches', { text: 'total bytes bytes' }));
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('airlock transfers rebuild');
  await screen.findByText(t('noMatches', { text: 'airlock transfers rebuild' }));
});

test('a run that is found by its number is before runs with that number in a date', async () => {
  const { user } = await openFind();
  await user.keyboard('run 4');
  const [first] = await screen.findAllByRole('option');
  expect(first!.textContent).toContain('fleet-0007');
});

test('an image that is named by digest shows the component first', async () => {
  const digest = `sha256:${'0'.repeat(64)}`;
  const origin = `quay.io/openshift-release-dev/ocp-v4.0-art-dev@${digest}`;
  const destination = 'reg.lan:5000/openshift/release:4.18.9-x86_64-cli';
  const image = { origin, destination, in: { kind: 'run', run: { root: '/w', sequence: 4 } } } as const;
  const { user } = await openFind('/nowhere', { 'runs.findImages': { matching: 1, images: [image] } });
  await user.keyboard('art-dev');
  const found = await option(/^openshift.release:/);
  expect(found.textContent).toBe(
    `openshift/release:4.18.9-x86_64-cli${t('inRun', { run: 4 })}, ${origin}, ${destination}`,
  );
});

test('the glossary opens from the search', async () => {
  const { user } = await openFind();
  await user.keyboard('glossary');
  const [first] = await screen.findAllByRole('option');
  expect(first!.textContent).toBe(t('showGlossary'));
  await user.click(first!);
  await screen.findByRole('heading', { name: glossary('glossaryTitle') });
});

test('Back closes the search, because another screen is behind it', async () => {
  let go: (to: string | number) => void = () => {};
  function WithHistory() {
    const navigate = useNavigate();
    go = (to) => void (typeof to === 'string' ? navigate(to) : navigate(to));
    return <Shell />;
  }
  const { user, address } = openScreen(<WithHistory />, ANSWERS, '/nowhere');
  await expectHeading(/No screen/);
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: t('fieldLabel') });
  // A screen that changes its own address doesn't interrupt the search.
  act(() => go('/elsewhere'));
  await expect.poll(address).toBe('/elsewhere');
  expect(screen.getByRole('combobox', { name: t('fieldLabel') })).toBeTruthy();
  act(() => go(-1));
  await expect.poll(address).toBe('/nowhere');
  await expect.poll(() => screen.queryByRole('combobox')).toBeNull();
});

test('a heading of the documentation is found without a moment in which there are no matches', async () => {
  const { user } = await openFind();
  await user.keyboard('attached artifacts');
  expect(screen.getByRole('option', { name: /^Attached artifacts/ })).toBeTruthy();
});

test('every screen with a fixed address is found', () => {
  const found = new Set(fixedEntries(DESTINATIONS).map(({ open }) => open));
  const fixed = ROUTES.map(({ path }) => path.replace(/\/:[^/]+\?|\/\*/g, '')).filter(
    (path) => !path.includes(':') && path !== '/storage',
  );
  expect(fixed.filter((path) => !found.has(path))).toEqual([]);
});

test('actions run, and Escape closes the search', async () => {
  const { user } = await openFind();
  await user.keyboard('create workspace{Enter}');
  expect(await screen.findByRole('dialog', { name: /Create a workspace/ })).toBeTruthy();
  await user.keyboard('{Escape}{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: t('fieldLabel') });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the arrow keys move through all groups, and a text without matches is reported', async () => {
  const { user } = await openFind();
  const all = await screen.findAllByRole('option');
  await user.keyboard('{ArrowUp}');
  expect(all.at(-1)!.getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(all[1]!.getAttribute('aria-selected')).toBe('true');
  await user.keyboard('no such thing');
  expect(
    await within(screen.getByRole('dialog')).findByText(t('noMatches', { text: 'no such thing' })),
  ).toBeTruthy();
});

test('results that were left out are counted', async () => {
  const { user } = await openFind();
  await user.keyboard('storage');
  // Only the description matches, which isn't in the answer.
  await option(/^lvms-operator/);
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(t('moreMatches', { shown: 6, matching: 1234 }))).toBeTruthy();
  expect(dialog.getByText(t('moreMatches', { shown: 1, matching: 21 }))).toBeTruthy();
  expect(dialog.getByRole('status').textContent).toContain(t('omittedNote', { count: 2 }));
});

test('characters that are typed before the search is shown are in its field, and are no shortcuts', async () => {
  const { user } = openScreen(<Shell />, ANSWERS, '/nowhere');
  await expectHeading(/No screen/);
  // The code of the dialog is still loading.
  useShell.setState({ dialog: 'find' });
  expect(fireEvent.keyDown(document.body, { key: '?' })).toBe(false);
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: t('fieldLabel') });
  expect(field.value).toBe('?');
  // The dialog is shown, but its field has no focus yet.
  expect(fireEvent.keyDown(document.body, { key: 'n' })).toBe(false);
  await expect.poll(() => field.value).toBe('?n');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await user.keyboard('{Escape}{Control>}k{/Control}');
  expect((await screen.findByRole<HTMLInputElement>('combobox', { name: t('fieldLabel') })).value).toBe('');
});

test('an operator opens in the draft that is shown', async () => {
  const { user, address } = await openFind('/choose/d2/operators/nowhere');
  await user.keyboard('storage');
  await user.click(await option(/^lvms-operator/));
  await expect.poll(address).toContain('/choose/d2/operators?catalog=');
});
