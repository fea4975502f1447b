import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deployment, packedChart } from './charts/chart.fixture.ts';
import { findInChart } from './find-in-chart.ts';
import { findHelm, type HelmProgram, renderChart } from './render-with-helm.ts';

let directory: string;
let archive: Buffer;
const { signal } = new AbortController();
/** The host's own helm, if installed. */
const hostPath = process.env.PATH ?? '';
const hostHelm = await findHelm({ PATH: hostPath });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-render-'));
  archive = await packedChart('web', '1.0.0', {
    'values.yaml': 'image: q.io/a:1\n',
    'templates/a.yaml': deployment('{{ required "name the image" .Values.image }}'),
    'templates/tests/t.yaml':
      'apiVersion: v1\nkind: Pod\nmetadata: {name: t, annotations: {"helm.sh/hook": test}}\nspec: {containers: [{name: t, image: "q.io/test:1"}]}\n',
  });
});
afterAll(() => rm(directory, { recursive: true }));

/** A program in place of helm that runs the test's script after answering `version`. */
async function substitute(script: string, version = 'v3.17.0+g301108e'): Promise<HelmProgram | undefined> {
  const folder = await mkdtemp(join(directory, 'bin-'));
  const file = join(folder, 'helm');
  await writeFile(file, `#!/bin/sh\nif [ "$1" = version ]; then echo "${version}"; exit 0; fi\n${script}\n`);
  await chmod(file, 0o755);
  return findHelm({ PATH: `/nonexistent:relative:${folder}:/usr/bin:/bin` });
}

async function render(script: string, timeoutMs = 10_000, values: string[] = []) {
  const helm = await substitute(script);
  return renderChart(helm!, { archive, subject: 'chart web', values }, { signal, timeoutMs });
}

test('finds helm 3 and later on the PATH, and no version 2 or broken program', async () => {
  expect((await substitute(''))!.version).toBe('v3.17.0');
  expect((await substitute('', 'v4.0.1'))!.version).toBe('v4.0.1');
  expect(await substitute('', 'Client: v2.16.0')).toBeUndefined();
  expect(await substitute('', 'no version')).toBeUndefined();
  expect(await findHelm({ PATH: directory })).toBeUndefined();
  expect(await findHelm({})).toBeUndefined();
});

test('passes the chart and the values files in their order, and none of the user’s settings', async () => {
  const seen = join(directory, 'seen');
  const documents = await render(
    `{ echo "$@"; cat values-1.yaml; env; cmp chart.tgz "$3" && pwd; } >${seen}`,
    5_000,
    ['a: 1\n', 'b: 2\n'],
  );
  expect(documents).toEqual([]);
  const text = await readFile(seen, 'utf8');
  const [line, second] = text.split('\n');
  const scratch = text.trimEnd().split('\n').at(-1)!;
  expect(line).toBe(
    `template release-name ${scratch}/chart.tgz --include-crds --values ${scratch}/values-0.yaml --values ${scratch}/values-1.yaml`,
  );
  expect(second).toBe('b: 2');
  const names = text.split('\n').flatMap((each) => /^(\w+)=/.exec(each)?.[1] ?? []);
  expect(
    names.filter((name) => !/^(HELM_\w+|PATH|HOME|KUBECONFIG|HTTPS?_PROXY|PWD|OLDPWD|SHLVL|_)$/.test(name)),
  ).toEqual([]);
  expect(text).toContain(`HOME=${scratch}\n`);
  await expect(readFile(join(scratch, 'chart.tgz'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('reads documents except definitions of resources', async () => {
  const documents = await render(`cat <<'END'
---
# Source: web/crds/x.yaml
kind: CustomResourceDefinition
spec: {containers: [{image: never}]}
---
# Source: web/templates/a.yaml
kind: Pod
spec: {containers: [{image: "q.io/a:1"}]}
--- 
# nothing
END`);
  expect(documents).toEqual([{ kind: 'Pod', spec: { containers: [{ image: 'q.io/a:1' }] } }]);
});

test.each([
  [
    'an error message',
    'echo "WARNING: x" >&2; echo "Error: no image named" >&2; exit 1',
    'Error: no image named',
  ],
  ['a crash', 'kill -TERM $$', 'SIGTERM'],
  [
    'invalid documents',
    `printf -- '---\\n# Source: web/templates/a.yaml\\na: [1\\n'`,
    'invalid YAML in web/templates/a.yaml',
  ],
])('%s is a fault of the chart', async (_, script, message) => {
  await expect(render(script)).rejects.toMatchObject({
    code: 'chart-invalid',
    message: expect.stringContaining(message),
  });
});

test('stops a program that does not end', async () => {
  await expect(render('exec sleep 30', 300)).rejects.toMatchObject({
    code: 'chart-invalid',
    message: expect.stringContaining('longer than 0.3 s'),
  });
  const helm = await substitute('exec sleep 30');
  const stopped = renderChart(
    helm!,
    { archive, subject: 'web', values: [] },
    { signal: AbortSignal.timeout(200) },
  );
  await expect(stopped).rejects.toMatchObject({ code: 'interrupted' });
});

test('searches the chart if helm fails, and reports it', async () => {
  const chart = { archive, subject: 'chart web 1.0.0', paths: [], values: [], signal };
  const helm = await substitute('echo "Error: no image named" >&2; exit 1');
  const found = await findInChart({ ...chart, helm: helm! });
  expect(found.method).toBe('not rendered');
  expect(found.images.map(({ reference }) => reference)).toEqual(['q.io/a:1', 'q.io/test:1']);
  expect(found.remarks).toMatchObject([
    { code: 'chart-not-rendered', level: 'warning', remedy: expect.stringContaining('helm-values/web.yaml') },
  ]);
  const ofRelease = await substitute(`echo 'spec: {containers: [{image: "release-name:latest"}]}'`);
  expect(await findInChart({ ...chart, helm: ofRelease! })).toMatchObject({
    images: [],
    remarks: [{ level: 'info', message: expect.stringContaining('named after the Helm release') }],
  });
  const working = await substitute(`echo 'spec: {containers: [{image: "q.io/r:1"}]}'`);
  expect(await findInChart({ ...chart, helm: working! })).toEqual({
    images: [{ reference: 'q.io/r:1', where: '' }],
    method: 'rendered by helm v3.17.0',
    remarks: [],
  });
});

test.skipIf(!hostHelm)('the helm of this host renders hooks, tests and values', async () => {
  const chart = { archive, subject: 'chart web', paths: [], signal, helm: hostHelm! };
  const values = [{ file: 'helm-values/web.yaml', text: 'image: q.io/b:2\n' }];
  const found = await findInChart({ ...chart, values });
  expect(found.images.map(({ reference }) => reference).sort()).toEqual(['q.io/b:2', 'q.io/test:1']);
  const failing = await findInChart({ ...chart, values: [{ file: 'x', text: 'image: null\n' }] });
  expect(failing.remarks[0]!.message).toContain('name the image');
});

test.runIf(!hostHelm)('there is no helm on this host: rendering is only tested with a substitute', () => {
  console.warn('no helm on the PATH: its own rendering is not tested here');
  expect(hostHelm).toBeUndefined();
});
