import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BY_VERSION, CHARTS, CHARTS_DIRECTORY, imagesOf } from './charts.fixture.ts';

describe('the search in published charts', () => {
  test.each(Object.entries(CHARTS))('%s', async (chart, { rendered, more = [] }) => {
    const { references, method } = await imagesOf(chart);
    expect(method).toBe('not rendered');
    expect(references).toEqual([...rendered, ...more].sort());
  });

  test.each(Object.entries(BY_VERSION))('%s', async (chart, { rendered, count }) => {
    const { references } = await imagesOf(chart);
    expect(references).toHaveLength(count);
    expect(references).toEqual(expect.arrayContaining(rendered));
  });

  test('takes less than 1 s of the processor for each chart', async () => {
    const secondsFor = async (chart: string): Promise<number> => {
      const before = process.cpuUsage();
      await imagesOf(chart);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1e6;
    };
    for (const chart of [...Object.keys(CHARTS), ...Object.keys(BY_VERSION)]) {
      // Other programs of the host make single measurements slower.
      const measured = [await secondsFor(chart), await secondsFor(chart), await secondsFor(chart)];
      expect(Math.min(...measured), chart).toBeLessThan(1);
    }
  });

  test('finds enabled parts, too', async () => {
    const on = async (chart: string, values: string) =>
      (await imagesOf(`openshift__${chart}`, { values })).references;
    expect(
      await on(
        'console/influxdb-3.0.2.tgz',
        'backup: {enabled: true, gcs: {destination: x}}\nsetDefaultUser: {enabled: true}',
      ),
    ).toEqual(['appropriate/curl:latest', 'google/cloud-sdk:alpine', 'influxdb:1.7.6-alpine']);
    expect(
      await on(
        'console/mariadb-7.3.5.tgz',
        'metrics: {enabled: true}\nvolumePermissions: {enabled: true}\nglobal: {imageRegistry: r.lan}',
      ),
    ).toEqual([
      'r.lan/bitnami/mariadb:10.3.21-debian-9-r26',
      'r.lan/bitnami/minideb:stretch',
      'r.lan/bitnami/mysqld-exporter:0.12.1-debian-9-r157',
      'r.lan/dduportal/bats:0.4.0',
    ]);
  });

  test('searches every chart of the data', () => {
    const charts = readdirSync(CHARTS_DIRECTORY, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tgz$|Chart\.yaml$/.test(path) && !/\/charts\//.test(path))
      .map((path) => path.replace('/Chart.yaml', ''));
    expect(charts.sort()).toEqual([...Object.keys(CHARTS), ...Object.keys(BY_VERSION)].sort());
  });
});
