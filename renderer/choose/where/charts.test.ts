import { expect, test } from 'vitest';
import { readYaml } from '../../../core/contract/documents/document.ts';
import { imageSetView, setHelmRepositories } from '../../../core/contract/documents/image-set-form.ts';
import { chartAdded, chartCount, chartNameOf, chartRemoved } from './charts.ts';

const HEAD = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n';
const URL = 'https://charts.example.com';

test('charts are added to the repository with their URL, and removed with it', () => {
  let doc = readYaml(`${HEAD.trimEnd()} {}\n`);
  const add = (url: string, name: string, version?: string) => {
    const chart = { name, version };
    doc = setHelmRepositories(doc, chartAdded(imageSetView(doc).helm.repositories, url, chart));
  };
  add(URL, 'podinfo', '6.5.0');
  add(URL, 'podinfo', '6.5.0');
  add(URL, 'redis');
  add(`${URL}/more`, 'extra');
  const { repositories } = imageSetView(doc).helm;
  expect(repositories.map(({ name, url, charts }) => [name, url, charts.length])).toEqual([
    ['charts-example-com', URL, 2],
    ['charts-example-com-2', `${URL}/more`, 1],
  ]);
  const fewer = chartRemoved(repositories, 'charts-example-com', { name: 'redis' });
  expect(fewer[0]!.charts).toEqual([{ name: 'podinfo', version: '6.5.0' }]);
  expect(chartRemoved(repositories, 'charts-example-com-2', { name: 'extra' })).toHaveLength(1);
  expect(chartRemoved(repositories, 'charts-example-com', undefined)).toHaveLength(1);
});

test('a chart is named after its archive, without the version', () => {
  expect(chartNameOf('/srv/podinfo-6.5.0.tgz')).toBe('podinfo');
  expect(chartNameOf('/srv/kube-state-metrics-5.1.tgz')).toBe('kube-state-metrics');
  expect(chartNameOf('/srv/redis.tgz')).toBe('redis');
  expect(chartNameOf('/srv/3scale-2.tgz')).toBe('3scale');
  expect(chartNameOf('/srv/podinfo')).toBe('podinfo');
});

test('a repository without charts counts as one entry', () => {
  const repository = (name: string, charts: string[]) => ({
    name,
    url: `${URL}/${name}`,
    charts: charts.map((each) => ({ name: each })),
  });
  const helm = { repositories: [repository('a', []), repository('b', ['x', 'y'])], local: [{ name: 'z' }] };
  expect(chartCount(helm as unknown as Parameters<typeof chartCount>[0])).toBe(4);
  expect(chartCount({ repositories: [], local: [] } as unknown as Parameters<typeof chartCount>[0])).toBe(0);
});
