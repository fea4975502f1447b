import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buttonThatIs } from '../../engine/screen.fixture.tsx';
import { mirrorText, openInDraft } from '../draft/draft.fixture.tsx';
import { WhereHelm } from './helm.tsx';
import { t } from './messages.ts';

const URL = 'https://charts.example.com';
const REMOVE = t('removeButton');
const TEXT = mirrorText(`
helm:
  repositories:
    - name: charts
      url: ${URL}
      charts:
        - name: podinfo
          version: 6.5.0
        - name: redis
    - name: all
      url: https://all.example.com
  local:
    - name: own
      path: /srv/own-1.0.0.tgz
    - name: second
      path: /srv/second-2.0.0.tgz
`);

async function openHelm(text = TEXT) {
  const page = openInDraft(<WhereHelm />, { text });
  await page.user.click(await buttonThatIs('on', /^Helm charts/));
  return page;
}

const charts = (page: Awaited<ReturnType<typeof openHelm>>) =>
  page.view().helm.repositories.flatMap(({ name, charts: of }) => {
    const list = of.map((chart) => `${name}/${chart.name}${chart.version ? `:${chart.version}` : ''}`);
    return list.length > 0 ? list : [name];
  });

test('charts of repositories and of this host are listed together', async () => {
  await openHelm();
  await buttonThatIs('on', t('chartsTitle', { count: 5 }));
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `podinfo 6.5.0 from charts (${URL})${REMOVE}`,
    `redis (all versions) from charts (${URL})${REMOVE}`,
    `All charts from all (https://all.example.com)${REMOVE}`,
    `own /srv/own-1.0.0.tgz${REMOVE}`,
    `second /srv/second-2.0.0.tgz${REMOVE}`,
  ]);
});

test.each([
  ['podinfo', ['charts/redis', 'all']],
  ['redis', ['charts/podinfo:6.5.0', 'all']],
  ['all', ['charts/podinfo:6.5.0', 'charts/redis']],
])('Remove %s leaves the other charts', async (name, left) => {
  const page = await openHelm();
  await page.user.click(await buttonThatIs('on', t('removeLabel', { name })));
  await expect.poll(() => charts(page)).toEqual(left);
  expect(page.view().helm.local).toHaveLength(2);
});

test('Remove leaves the other chart files on this host', async () => {
  const page = await openHelm();
  await page.user.click(await buttonThatIs('on', t('removeLabel', { name: 'own' })));
  await expect
    .poll(() => page.view().helm.local)
    .toMatchObject([{ name: 'second', file: '/srv/second-2.0.0.tgz' }]);
});

test('a chart is added to the repository with its URL, and the URL stays for the next one', async () => {
  const page = await openHelm();
  await page.user.type(screen.getByLabelText(t('repositoryLabel')), URL);
  await buttonThatIs('off', t('addChartButton'));
  await page.user.type(screen.getByLabelText(t('chartLabel')), ' nginx ');
  await page.user.type(screen.getByLabelText(t('versionLabel')), '1.2.3{Enter}');
  await expect
    .poll(() => charts(page))
    .toEqual(['charts/podinfo:6.5.0', 'charts/redis', 'charts/nginx:1.2.3', 'all']);
  expect(screen.getByLabelText<HTMLInputElement>(t('repositoryLabel')).value).toBe(URL);
  expect(screen.getByLabelText<HTMLInputElement>(t('chartLabel')).value).toBe('');
});

test('a chart without a version selects all versions', async () => {
  const page = await openHelm(mirrorText('{}'));
  await page.user.type(screen.getByLabelText(t('repositoryLabel')), 'oci://r.example/charts');
  await page.user.type(screen.getByLabelText(t('chartLabel')), 'nginx{Enter}');
  await expect.poll(() => charts(page)).toEqual(['r-example/nginx']);
});

test.each(['charts.example.com', 'ftp://charts.example.com', 'https://', 'https://a b'])(
  'the URL %j is not a chart repository',
  async (address) => {
    const page = await openHelm();
    await page.user.type(screen.getByLabelText(t('repositoryLabel')), address);
    await page.user.type(screen.getByLabelText(t('chartLabel')), 'nginx{Enter}');
    await buttonThatIs('off', t('addChartButton'));
    expect(charts(page)).toHaveLength(3);
  },
);

test('a chart on this host is named after its file and added once', async () => {
  const page = await openHelm();
  const field = screen.getByRole('combobox', { name: t('fileLabel') });
  await page.user.type(field, '/srv/own-1.0.0.tgz');
  await buttonThatIs('off', t('addFileButton'));
  await page.user.clear(field);
  await page.user.type(field, '/srv/web-3.1.tgz');
  await page.user.click(await buttonThatIs('on', t('addFileButton')));
  await expect
    .poll(() => page.view().helm.local.map(({ name, file }) => [name, file]))
    .toEqual([
      ['own', '/srv/own-1.0.0.tgz'],
      ['second', '/srv/second-2.0.0.tgz'],
      ['web', '/srv/web-3.1.tgz'],
    ]);
});
