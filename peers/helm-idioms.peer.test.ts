import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { findInChart } from '../core/content/helm/find-in-chart.ts';
import { type Idiom, packedIdiom } from '../core/content/helm/idioms/idiom.fixture.ts';
import { IDIOMS } from '../core/content/helm/idioms/idioms.fixture.ts';
import { generatedValues } from '../core/content/helm/idioms/value-sets.fixture.ts';
import type { PeerName, Program } from './peers.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { judgedBy } from './verdicts.ts';

/** Different generated value sets that helm can render, per chart. A chart with few values may have fewer. */
const SETS = 3;
const MOST_SEEDS = 40;
/** Different outputs of helm that the search must be compared with, of all charts together. */
const LEAST_OUTPUTS = 400;
/** Additional images of all charts and value sets together. Each chart states the reasons for its own. */
const MOST_EXTRAS = 20;
const { signal } = new AbortController();

let scratch: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  scratch = temporaryFolder('helm-idioms');
});
afterAll(() => scratch[Symbol.dispose]());

/** Returns the output of `helm template`; the error of helm if it rejects the values. */
function rendered(helm: Program, archive: Buffer, values: string): { output: string } | { error: string } {
  const [chart, file] = [join(scratch.path, 'chart.tgz'), join(scratch.path, 'values.yaml')];
  writeFileSync(chart, archive);
  writeFileSync(file, values);
  const { status, stdout, stderr } = spawnSync(
    helm.file,
    ['template', 'release-name', chart, '--include-crds', '--values', file],
    { encoding: 'utf8', env: { PATH: process.env.PATH, HOME: scratch.path } },
  );
  return status === 0 ? { output: stdout } : { error: stderr };
}

const REFERENCE =
  /(?<![\w.:/@-])[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?\/[\w./-]+(?:@sha256:[0-9a-f]{64}|:\w[\w.-]*(?:@sha256:[0-9a-f]{64})?)(?![\w:/@-])/g;

/** The name in fields `{registry, repository, tag, digest}`, in which `image` can be the repository. */
function nameInFields(fields: Record<string, unknown>): string | undefined {
  const text = (name: string) =>
    ['string', 'number'].includes(typeof fields[name]) ? `${fields[name]}` : '';
  const repository = text('repository') || text('image');
  const [host, tag, digest] = [text('registry'), text('tag'), text('digest')];
  if (!repository || /\/\//.test(repository) || (!tag && !digest)) return undefined;
  return `${host && `${host}/`}${repository}${tag && `:${tag}`}${digest && `@${digest}`}`;
}

/**
 * Returns the images of rendered documents, read without any code of Airlock: every field `image` that is a name, fields
 * that are the parts of a name, and every name with a registry in other fields, except in definitions of resources.
 */
function imagesOf(output: string): string[] {
  const found = new Set<string>();
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (
        key === 'image' &&
        /^[a-z0-9][^\s:@]*(?::\d+\/[^\s:@]+)?(?::\w[\w.-]*)?(?:@sha256:[0-9a-f]{64})?$/.test(value) &&
        !/\/\/|\/(?:$|:)/.test(value)
      )
        found.add(value);
      else if (key !== 'image') for (const [reference] of value.matchAll(REFERENCE)) found.add(reference);
    } else if (Array.isArray(value)) for (const item of value) walk(item, '');
    else if (typeof value === 'object' && value !== null) {
      const combined = nameInFields(value as Record<string, unknown>);
      if (combined) found.add(combined);
      for (const [name, inner] of Object.entries(value))
        if (!combined || name !== 'image' || typeof inner !== 'string') walk(inner, name);
    }
  };
  for (const document of parseAllDocuments(output)) {
    const object = document.toJS();
    if (object?.kind !== 'CustomResourceDefinition') walk(object, '');
  }
  return [...found].sort();
}

async function searched(archive: Buffer, values: string): Promise<string[]> {
  const given = [{ file: 'values.yaml', text: values }];
  const { images } = await findInChart({ archive, subject: 'web', paths: [], values: given, signal });
  return [...new Set(images.map(({ reference }) => reference))].sort();
}

/** Returns the values of the chart itself, then generated ones, each of them once. */
function valueSets(idiom: Idiom): Set<string> {
  const generated = Array.from({ length: MOST_SEEDS }, (_, seed) =>
    JSON.stringify(generatedValues(idiom, seed + 1)),
  );
  return new Set(['{}', ...generated]);
}

/** Compares one set of values. Returns undefined if helm rejects them. */
async function compared(helm: Program, idiom: Idiom, archive: Buffer, values: string) {
  const result = rendered(helm, archive, values);
  if ('error' in result) return values === '{}' ? expect.fail(result.error) : undefined;
  const used = imagesOf(result.output);
  const found = await searched(archive, values);
  const extra = found.filter((name) => !used.includes(name));
  const isExplained = (name: string) => Object.keys(idiom.extras).some((start) => name.startsWith(start));
  return {
    output: result.output,
    used,
    missed: used.filter((name) => !found.includes(name)).map((name) => `${name} with ${values}`),
    extra,
    unexplained: extra.filter((name) => !isExplained(name)).map((name) => `${name} with ${values}`),
  };
}

for (const name of ['helm3', 'helm4'] satisfies PeerName[])
  await judgedBy(name, ({ agrees }) => {
    let [extras, outputs] = [0, 0];
    for (const idiom of IDIOMS)
      agrees(
        `${idiom.name}: the images of this chart, with its own and up to ${SETS} generated value sets`,
        async (helm, cases) => {
          const archive = await packedIdiom(idiom);
          const all: NonNullable<Awaited<ReturnType<typeof compared>>>[] = [];
          const different = new Set<string>();
          for (const values of valueSets(idiom)) {
            if (different.size > SETS) break;
            const result = await compared(helm, idiom, archive, values);
            if (!result) continue;
            all.push(result);
            if (!different.has(result.output)) extras += result.extra.length;
            different.add(result.output);
          }
          // Value sets with the same output are one case.
          cases(different.size);
          outputs += different.size;
          expect(all[0]!.used).toEqual(idiom.images);
          expect(all.flatMap(({ missed }) => missed)).toEqual([]);
          expect(all.flatMap(({ unexplained }) => unexplained)).toEqual([]);
        },
      );
    agrees('few additional images are found in many different outputs', () => {
      expect(outputs).toBeGreaterThan(LEAST_OUTPUTS);
      expect(extras).toBeLessThanOrEqual(MOST_EXTRAS);
    });
  });
