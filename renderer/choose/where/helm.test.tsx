import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buttonThatIs } from '../../engine/screen.fixture.tsx';
import { mirrorText, openInDraft } from '../draft/draft.fixture.tsx';
import { WhereHelm } from './helm.tsx';

const URL = 'https://charts.example.com';
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
  await buttonThatIs('on', 'Helm charts (5)');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `podinfo 6.5.0 of charts, ${URL}Remove`,
    `redis every version of charts, ${URL}Remove`,
    'every chart  of all, https://all.example.comRemove',
    'own /srv/own-1.0.0.tgzRemove',
    'second /srv/second-2.0.0.tgzRemove',
  ]);
});

test.each([
  ['podinfo', ['charts/redis', 'all']],
  ['redis', ['charts/podinfo:6.5.0', 'all']],
  ['all', ['charts/podinfo:6.5.0', 'charts/redis']],
])('Remove %s leaves the other charts', async (name, left) => {
  const page = await openHelm();
  await page.user.click(await buttonThatIs('on', `Remove ${name}`));
  await expect.poll(() => charts(page)).toEqual(left);
  expect(page.view().helm.local).toHaveLength(2);
});

test('Remove of a chart on this host leaves the other files', async () => {
  const page = await openHelm();
  await page.user.click(await buttonThatIs('on', 'Remove own'));
  await expect
    .poll(() => page.view().helm.local)
    .toMatchObject([{ name: 'second', file: '/srv/second-2.0.0.tgz' }]);
});

test('a chart is added to the repository of its address, and the address stays for the next one', async () => {
  const page = await openHelm();
  await page.user.type(screen.getByLabelText('Chart repository'), URL);
  await buttonThatIs('off', 'Add chart');
  await page.user.type(screen.getByLabelText('Chart'), ' nginx ');
  await page.user.type(screen.getByLabelText('Version'), '1.2.3{Enter}');
  await expect
    .poll(() => charts(page))
    .toEqual(['charts/podinfo:6.5.0', 'charts/redis', 'charts/nginx:1.2.3', 'all']);
  expect(screen.getByLabelText<HTMLInputElement>('Chart repository').value).toBe(URL);
  expect(screen.getByLabelText<HTMLInputElement>('Chart').value).toBe('');
});

test('a chart without a version stands for every version', async () => {
  const page = await openHelm(mirrorText('{}'));
  await page.user.type(screen.getByLabelText('Chart repository'), 'oci://r.example/charts');
  await page.user.type(screen.getByLabelText('Chart'), 'nginx{Enter}');
  await expect.poll(() => charts(page)).toEqual(['r-example/nginx']);
});

test.each(['charts.example.com', 'ftp://charts.example.com', 'https://', 'https://a b'])(
  'the address %j is not a chart repository',
  async (address) => {
    const page = await openHelm();
    await page.user.type(screen.getByLabelText('Chart repository'), address);
    await page.user.type(screen.getByLabelText('Chart'), 'nginx{Enter}');
    await buttonThatIs('off', 'Add chart');
    expect(charts(page)).toHaveLength(3);
  },
);

test('a chart on this host is named after its file and added once', async () => {
  const page = await openHelm();
  const field = screen.getByRole('combobox', { name: 'Chart on this host' });
  await page.user.type(field, '/srv/own-1.0.0.tgz');
  await buttonThatIs('off', 'Add file');
  await page.user.clear(field);
  await page.user.type(field, '/srv/web-3.1.tgz');
  await page.user.click(await buttonThatIs('on', 'Add file'));
  await expect
    .poll(() => page.view().helm.local.map(({ name, file }) => [name, file]))
    .toEqual([
      ['own', '/srv/own-1.0.0.tgz'],
      ['second', '/srv/second-2.0.0.tgz'],
      ['web', '/srv/web-3.1.tgz'],
    ]);
});
