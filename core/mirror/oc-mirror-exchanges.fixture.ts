import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rig } from './mirror.fixture.ts';
import { layoutOf } from './oci-layout.fixture.ts';

/** A configuration that either program mirrors, with the options of the push. */
export interface Exchange {
  title: string;
  /** Fields of the catalog's entry. Its first operator is mirrored unless `full` is set. */
  entry: { full?: boolean; [field: string]: unknown };
  /** Other fields below `mirror`. */
  more: object;
  options: string[];
}

export const EXCHANGES: Exchange[] = (
  [
    ['packages', {}, {}, []],
    ['full', { full: true }, {}, []],
    ['targetCatalog and targetTag', { targetCatalog: 'own/index', targetTag: 'v1' }, {}, []],
    ['nested paths', {}, {}, ['--max-nested-paths', '2']],
    ['blocked images', {}, { blockedImages: [{ name: '.*agent.*' }] }, []],
    ['oci://', { catalog: 'oci', targetCatalog: 'own/index', targetTag: 'v1' }, {}, []],
    ['Helm', {}, { helm: { local: [{ name: 'web', path: 'chart' }] } }, []],
  ] satisfies [string, Exchange['entry'], object, string[]][]
).map(([title, entry, more, options]) => ({ title, entry, more, options }));

/** Writes the configuration of an exchange, with the layout of a catalog or a chart that it names. Returns its path. */
export async function writeExchange(
  rig: Rig,
  { entry, more }: Pick<Exchange, 'entry' | 'more'>,
): Promise<string> {
  const { catalog, additional } = rig.world.inventory;
  const file = `${rig.place('isc')}.yaml`;
  const first = catalog.packages.slice(0, 1).map(({ name }) => ({ name }));
  const packages = entry.full ? undefined : first;
  const operators = [{ catalog: catalog.source, packages, ...entry }];
  if (entry.catalog === 'oci') operators[0]!.catalog = `oci://${await layoutOf(rig, catalog)}`;
  const additionalImages = additional.flatMap(({ source }) => (source.includes('@') ? [] : { name: source }));
  const chart = await chartWith(rig, additional[0]!.source);
  const mirror = JSON.stringify({ operators, additionalImages, ...more });
  const head = '"kind":"ImageSetConfiguration","apiVersion":"mirror.openshift.io/v2alpha1"';
  await writeFile(file, `{${head},"mirror":${mirror.replace('"path":"chart"', `"path":"${chart}"`)}}`);
  return file;
}

/** Writes a Helm chart with a Deployment of an image. */
async function chartWith(rig: Rig, image: string): Promise<string> {
  const chart = rig.place('chart');
  await mkdir(join(chart, 'templates'), { recursive: true });
  await writeFile(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: web\nversion: 1.0.0\n');
  const spec = { template: { spec: { containers: [{ name: 'web', image }] } } };
  const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec };
  await writeFile(join(chart, 'templates', 'web.yaml'), JSON.stringify(deployment));
  return chart;
}
