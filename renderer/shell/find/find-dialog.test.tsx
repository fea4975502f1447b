import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useShell } from '../../app-state/shell-state.ts';
import { type Answers, expectHeading, openScreen } from '../../engine/screen.fixture.tsx';
import { closeGlossary } from '../../parts/glossary.ts';
import { DESTINATIONS, ROUTES } from '../routes.tsx';
import { Shell } from '../shell.tsx';
import { t } from './messages.ts';
import { fixedEntries } from './screens.ts';

afterEach(() => {
  useShell.setState(useShell.getInitialState(), true);
  closeGlossary();
});

const ANSWERS: Answers = {
  'workspaces.list': {
    workspaces: [
      { directory: '/w', name: 'w', enclaves: [{ name: 'fleet', transfers: [{ name: 'fleet-0007' }] }] },
    ],
  },
  'practice.state': { state: 'off', steps: [] },
  'runs.list': {
    runs: [
      { run: { root: '/w', sequence: 4 }, workflow: 'mirrorToDisk', transfer: 'fleet-0007', images: {} },
    ],
  },
  'runs.images': ({ search }) => ({
    states: { waiting: 0, running: 0, copied: 1, present: 0, failed: 0 },
    rows: [{ origin: `quay.io/${search}/image:1`, destination: 'reg/image' }],
  }),
  'drafts.list': {
    drafts: [{ id: 'd1', name: 'imageset-config.yaml', named: true, file: '/w/imageset-config.yaml' }],
  },
  'drafts.read': {
    id: 'd1',
    text: 'mirror:\n  operators:\n    - catalog: registry.redhat.io/redhat/redhat-operator-index:v4.18\n',
  },
  'drafts.packages': ({ search }) => ({ cards: [{ package: `${search}-operator` }] }),
  'installConfig.list': { drafts: [] },
  'registries.list': { registries: [{ name: 'reg.lan:5000' }] },
  'upgrades.versions': { versions: [{ version: '4.18.9', channels: ['stable-4.18'] }] },
  'hosts.list': { sets: [{ id: 's1', name: 'rack 1', hosts: 1 }] },
  'hosts.read': { id: 's1', hosts: [{ name: 'worker-7', role: 'worker', addresses: ['10.0.0.17/24'] }] },
};

async function openFind() {
  const page = openScreen(<Shell />, ANSWERS, '/nowhere');
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

test.each([
  ['fleet-0007', /^fleet-0007 ?\/w$/, '/enclaves/fleet?workspace=%2Fw&transfer=fleet-0007'],
  ['delete images', /^Delete images$/, '/delete'],
  ['delete fleet', /^Delete images from fleet/, '/enclaves/fleet/delete?workspace=%2Fw'],
  ['4.18.9', /^4\.18\.9/, '/upgrades?to=4.18.9'],
  ['odf', /^odf-operator/, '/choose/d1/operators'],
  ['10.0.0.17', /^worker-7/, '/hosts/worker-7'],
  ['ubi9', /^quay\.io\/ubi9\/image:1/, '/run/4?root=%2Fw'],
  ['reg.lan', /^reg\.lan:5000/, '/settings/registries'],
  ['proxy', /^Proxy/, '/settings/proxy'],
])('%s is found, and a click opens it', async (text, name, opened) => {
  const { user, address } = await openFind();
  await user.keyboard(text);
  await user.click(await option(name));
  await expect.poll(address).toBe(opened);
});

test('every screen with a fixed address is found', () => {
  const found = new Set(fixedEntries(DESTINATIONS).map(({ open }) => open));
  const fixed = ROUTES.map(({ path }) => path.replace(/\/:[^/]+\?/g, '')).filter(
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
