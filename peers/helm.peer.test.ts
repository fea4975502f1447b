import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { BY_VERSION, CHARTS, CHARTS_DIRECTORY, imagesOf } from '../lab-tests/content/charts.fixture.ts';
import type { PeerName, Program } from './peers.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { judgedBy } from './verdicts.ts';

let scratch: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  scratch = temporaryFolder('helm');
});
afterAll(() => scratch[Symbol.dispose]());

/** Returns the images of all containers in the output of `helm template`, sorted. Read without any code of Airlock. */
function templated(helm: Program, chart: string, values: string | undefined, ...options: string[]): string[] {
  const file = join(scratch.path, 'values.yaml');
  writeFileSync(file, values ?? '{}');
  const { status, stdout, stderr } = spawnSync(
    helm.file,
    [
      'template',
      'release-name',
      join(CHARTS_DIRECTORY, chart),
      '--include-crds',
      '--values',
      file,
      ...options,
    ],
    { encoding: 'utf8', env: { PATH: process.env.PATH, HOME: scratch.path } },
  );
  expect(status, stderr).toBe(0);
  const found = new Set<string>();
  for (const document of parseAllDocuments(stdout)) containers(document.toJS(), found);
  return [...found].filter((image) => !image.includes('release-name')).sort();
}

function containers(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) for (const each of value) containers(each, found);
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) {
      if (key === 'image' && typeof each === 'string') found.add(each);
      else containers(each, found);
    }
}

const charts = existsSync(CHARTS_DIRECTORY) ? [...Object.entries(CHARTS), ...Object.entries(BY_VERSION)] : [];

for (const name of ['helm3', 'helm4'] satisfies PeerName[])
  await judgedBy(
    name,
    ({ agrees }) => {
      for (const [chart, { needs }] of Object.entries(BY_VERSION))
        agrees(
          `${chart} uses the images that Airlock finds, with every Kubernetes version`,
          async (helm, cases) => {
            const versions = Array.from({ length: 22 }, (_, at) => `--kube-version=1.${17 + at}.0`);
            cases(versions.length);
            const images = versions.flatMap((version) => templated(helm, chart, needs, version));
            expect((await imagesOf(chart, { values: needs })).references).toEqual(
              [...new Set(images)].sort(),
            );
          },
        );
      for (const [chart, { needs, rendered, more = [] }] of charts) {
        agrees(`${chart} uses the images that Airlock finds`, async (helm) => {
          // The version of the expected images.
          const images = templated(helm, chart, needs, '--kube-version=1.33.0');
          expect(images).toEqual([...rendered].sort());
          const { references } = await imagesOf(chart, { values: needs });
          const count = BY_VERSION[chart]?.count;
          if (count === undefined) expect(references).toEqual([...images, ...more].sort());
          else {
            expect(references).toEqual(expect.arrayContaining(images));
            expect(references).toHaveLength(count);
          }
        });
        agrees(`${chart} is rendered by this helm`, async (helm) => {
          const program = { file: helm.file, version: helm.version, path: dirname(helm.file) };
          const { references, method, remarks } = await imagesOf(chart, { helm: program, values: needs });
          expect(method, JSON.stringify(remarks)).toBe(`rendered by helm ${helm.version}`);
          expect(references).toEqual(templated(helm, chart, needs));
        });
      }
    },
    [],
    charts.length > 0 ? undefined : "This host doesn't have the charts of ../shared/data/helm.",
  );
