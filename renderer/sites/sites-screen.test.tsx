import { fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { READER } from '../history/runs.fixture.ts';
import ChooseContentScreen from './choose-content-screen.tsx';
import { t } from './messages.ts';
import { THREE } from './sites.fixture.ts';
import SitesScreen from './sites-screen.tsx';

const SOURCES = [
  { kind: 'sets' as const, directory: '/data/received' },
  { kind: 'registry' as const, registry: 'registry.lab:5000/ocp' },
];

const sites = (answers: Answers = {}, address = '/sites') =>
  openScreen(
    <Routes>
      <Route path="/sites" element={<SitesScreen />} />
      <Route path="/sites/choose" element={<ChooseContentScreen />} />
    </Routes>,
    { 'sites.describe': { sites: THREE, sources: SOURCES }, ...answers },
    address,
  );

test('without sites, the screen shows what goes here', async () => {
  sites({ 'sites.describe': { sites: THREE.slice(0, 1), sources: [] } });
  await expectHeading(t('noneTitle'));
  screen.getByText(t('noneText'));
  expect(screen.queryByRole('button', { name: t('newSiteButton') })).toBeNull();
});

test('a chain that could not be read can be read again', async () => {
  let answers = 0;
  const { user } = sites({
    'sites.describe': () =>
      answers++ === 0 ? failing('the disk is gone') : { sites: THREE, sources: SOURCES },
  });
  await screen.findByText('The disk is gone');
  await user.click(await buttonThatIs('on', t('retryButton')));
  await expectHeading(t('movingTitle', { sites: 2, transfers: 1 }));
});

test('the picture and the table show each site, and arrow keys open its details', async () => {
  const { user, address } = sites();
  await expectHeading(t('movingTitle', { sites: 2, transfers: 1 }));
  const picture = within(screen.getByRole('group', { name: t('pictureName', { sites: 3 }) }));
  const lab = picture.getByRole('button', { name: /^lab: 1 release, 2 operators\. 1 transfer in transit/ });
  expect(lab.getAttribute('aria-pressed')).toBe('true');
  const details = within(screen.getByRole('region', { name: 'lab' }));
  details.getByText('/srv/mirror');
  details.getByRole('heading', { name: t('transitTitle') });
  details.getByText('lab-0002');
  const rows = screen.getAllByRole('row').map((row) => row.textContent);
  expect(rows.slice(1)).toEqual([
    expect.stringMatching(/^This site/),
    expect.stringMatching(/^labThis site1 release, 2 operators900\.0 MiB1 transfer, 340\.0 MiB/),
    expect.stringMatching(/^branchlab1 operator20\.0 MiB1 transfer, 340\.0 MiB/),
  ]);
  fireEvent.keyDown(lab, { key: 'ArrowRight' });
  await screen.findByRole('region', { name: 'branch' });
  expect(address()).toBe('/sites?site=branch');
  expect(document.activeElement?.querySelector('title')?.textContent).toMatch(/^branch: /);
  screen.getByText(t('remoteText', { supplier: 'lab' }));
  expect(screen.queryByRole('button', { name: t('chooseForButton', { site: 'branch' }) })).toBeNull();
  await user.click(within(screen.getByRole('table')).getByRole('button', { name: 'lab' }));
  await user.click(await buttonThatIs('on', t('chooseForButton', { site: 'lab' })));
  expect(address()).toMatch(/^\/sites\/choose\?name=lab&workspace=%2Fsrv%2Fmirror&enclave=lab&from=%2Fdata/);
});

test('a site report is checked before it is recorded', async () => {
  const report = {
    enclave: 'lab',
    acknowledged: [{ transfer: 'lab-0002', summary: 'ok' }],
    sites: ['branch'],
  };
  const { user, requested } = sites({ 'sites.readReport': report, 'sites.recordReport': report });
  await user.click(await buttonThatIs('on', t('recordReportButton')));
  const dialog = within(await screen.findByRole('dialog', { name: t('recordReportTitle') }));
  await user.type(dialog.getByRole('combobox', { name: t('reportFileLabel') }), '/media/report.json');
  await user.click(dialog.getByRole('button', { name: t('readReportButton') }));
  await dialog.findByText(t('reportContent', { enclave: 'lab', acknowledged: 1 }));
  dialog.getByText(t('reportSites', { sites: 'branch' }));
  expect(requested('sites.recordReport')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: t('acceptReportButton') }));
  await expect
    .poll(() => requested('sites.recordReport'))
    .toEqual([{ workspace: '/srv/mirror', file: '/media/report.json' }]);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

const AVAILABLE: Answers = {
  'sites.available': {
    channels: [{ name: 'stable-4.16', versions: ['4.16.1', '4.16.2', '4.16.5'] }],
    graph: true,
    catalogs: [{ catalog: 'quay.io/c:v4.16', entire: false, packages: ['anvil', 'bellows'] }],
    images: ['quay.io/a/b:1'],
    charts: [],
  },
  'sites.configure': { file: '/srv/branch/imageset-config.yaml' },
};

test('only available content can be chosen, and the run starts from it', async () => {
  const { user, requested, address } = sites(AVAILABLE, '/sites/choose?from=/data/received&enclave=branch');
  await expectHeading(t('chooseTitle', { site: 'branch' }));
  await user.click(await screen.findByRole('checkbox', { name: 'stable-4.16' }));
  await user.selectOptions(
    screen.getByRole('combobox', { name: t('toLabel', { channel: 'stable-4.16' }) }),
    '4.16.2',
  );
  await user.click(screen.getByRole('checkbox', { name: t('graphLabel') }));
  await user.click(screen.getByRole('checkbox', { name: 'anvil' }));
  screen.getByText(t('selectedText', { items: 2 }));
  await user.click(await buttonThatIs('on', t('configureButton')));
  screen.getByText(t('workspaceError'));
  expect(requested('sites.configure')).toEqual([]);
  await user.type(screen.getByRole('combobox', { name: t('workspaceField') }), '/srv/branch');
  await user.click(await buttonThatIs('on', t('configureButton')));
  await expect
    .poll(() => requested('sites.configure'))
    .toEqual([
      {
        source: SOURCES[0],
        workspace: '/srv/branch',
        selection: {
          channels: [{ name: 'stable-4.16', from: '4.16.1', to: '4.16.2' }],
          graph: true,
          catalogs: [{ catalog: 'quay.io/c:v4.16', packages: ['anvil'] }],
          images: [],
          charts: [],
        },
      },
    ]);
  await expect
    .poll(address)
    .toBe(
      '/fetch?workspace=%2Fsrv%2Fbranch&config=%2Fsrv%2Fbranch%2Fimageset-config.yaml&enclave=branch&from=%2Fdata%2Freceived',
    );
});

test('a registry site is filled from a mirror registry', async () => {
  const from = 'docker://registry.lab:5000/ocp';
  const query = new URLSearchParams({ from, workspace: '/srv/branch', destination: 'r.branch:5000' });
  const { user, requested, address } = sites(AVAILABLE, `/sites/choose?${query}`);
  await user.click(await screen.findByRole('checkbox', { name: 'quay.io/a/b:1' }));
  await user.click(await buttonThatIs('on', t('configureButton')));
  await expect.poll(address).toMatch(/^\/mirror\?.*from=docker.*destination=r\.branch/);
  expect(requested('sites.configure')).toMatchObject([{ source: SOURCES[1] }]);
});

test('without content on this host, the screen shows how to get it', async () => {
  const { user, address } = sites({ 'sites.describe': { sites: [], sources: [] } }, '/sites/choose');
  await screen.findByText(t('nothingText'));
  await user.click(await buttonThatIs('on', t('receiveButton')));
  expect(address()).toBe('/receive');
});

test('a reader records no report', async () => {
  const { user } = sites(READER);
  await user.click(await buttonThatIs('on', t('recordReportButton')));
  await buttonThatIs('off', t('readReportButton'));
});
