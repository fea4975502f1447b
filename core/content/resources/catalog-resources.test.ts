import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { catalogResources, isCatalogResourceFile, type PushedCatalog } from './catalog-resources.ts';

const ANNOTATIONS = { createdAt: '2026-08-21T12:00:00Z', createdBy: 'airlock' };

function catalog(repository: string, tag: string, template?: PushedCatalog['template']): PushedCatalog {
  return { destination: { registry: 'reg.lan:5000', repository, tag }, template };
}

function resources(...catalogs: PushedCatalog[]) {
  const { files, problems } = catalogResources(catalogs, ANNOTATIONS);
  return { problems, files: Object.fromEntries(files.map(({ name, content }) => [name, content])) };
}

const names = (...catalogs: PushedCatalog[]) =>
  Object.keys(resources(...catalogs).files).map((name) => name.replace('.yaml', ''));

test('a CatalogSource and a ClusterCatalog in the form of oc-mirror v2', () => {
  const { files, problems } = resources(catalog('ocp/redhat/redhat-operator-index', 'v4.18'));
  expect(problems).toEqual([]);
  expect(files).toEqual({
    'cs-redhat-operator-index-v4-18.yaml': `apiVersion: operators.coreos.com/v1alpha1
kind: CatalogSource
metadata:
  annotations:
    createdAt: "2026-08-21T12:00:00Z"
    createdBy: airlock
  name: cs-redhat-operator-index-v4-18
  namespace: openshift-marketplace
spec:
  image: reg.lan:5000/ocp/redhat/redhat-operator-index:v4.18
  sourceType: grpc
`,
    'cc-redhat-operator-index-v4-18.yaml': `apiVersion: olm.operatorframework.io/v1
kind: ClusterCatalog
metadata:
  annotations:
    createdAt: "2026-08-21T12:00:00Z"
    createdBy: airlock
  name: cc-redhat-operator-index-v4-18
spec:
  priority: 0
  source:
    image:
      ref: reg.lan:5000/ocp/redhat/redhat-operator-index:v4.18
    type: Image
`,
  });
  expect(Object.keys(files).every(isCatalogResourceFile)).toBe(true);
});

describe('names', () => {
  test.each([
    ['a/certified-operator-index', `sha256-9c6629${'0'.repeat(58)}`, 'certified-operator-index-sha256-9c662'],
    ['my.index', 'V1_RC', 'my-index-v1-rc'],
    ['my_index', 'v4.18-alpha-x', 'my-index-v4-18-alpha'],
    ['i', '---', 'i'],
  ])('%s:%s', (repository, tag, name) =>
    expect(names(catalog(repository, tag))).toEqual([`cs-${name}`, `cc-${name}`]),
  );

  test('two catalogs with the same name both get a hash, which does not depend on their order', () => {
    const [a, b] = [catalog('x/index', 'v4.18-cluster-a'), catalog('x/index', 'v4.18-cluster-b')];
    const { files, problems } = resources(a, b, catalog('x/index', 'v4.17'));
    const sources = Object.keys(files).filter((name) => name.startsWith('cs-'));
    expect(sources).toHaveLength(3);
    expect(sources).toContain('cs-index-v4-17.yaml');
    for (const name of sources.slice(0, 2)) expect(name).toMatch(/^cs-index-v4-18-cluste-[0-9a-f]{6}\.yaml$/);
    expect(sources[0]).not.toBe(sources[1]);
    expect(names(b, a).sort()).toEqual(names(a, b).sort());
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code: 'catalog-source-name', level: 'warning' });
    for (const part of ['cs-index-v4-18-cluste,', 'x/index:v4.18-cluster-a', 'x/index:v4.18-cluster-b'])
      expect(problems[0]!.message).toContain(part);
    for (const [name, text] of Object.entries(files)) expect(`${parse(text).metadata.name}.yaml`).toBe(name);
  });

  test('a repeated catalog is returned once, and a long name is truncated', () => {
    expect(names(catalog('x/index', 'v1'), catalog('x/index', 'v1'))).toEqual(['cs-index-v1', 'cc-index-v1']);
    const [long] = names(catalog('index-'.repeat(12).slice(0, -1), 'v1'));
    expect(long).toMatch(/^cs-index-.*-[0-9a-f]{6}$/);
    expect(long!.length).toBeLessThanOrEqual(63);
  });
});

describe('targetCatalogSourceTemplate (oc-mirror v2: internal/pkg/clusterresources/clusterresources.go)', () => {
  const template = (text: string) => catalog('ns/index', 'v1', { file: 'template.yaml', text });
  const HEAD = 'apiVersion: operators.coreos.com/v1alpha1\nkind: CatalogSource\n';

  test('name, namespace, source and image are generated; everything else is from the template', () => {
    const { files, problems } = resources(
      template(`${HEAD}metadata:
  name: other
  namespace: elsewhere
  creationTimestamp: "2020-01-01T00:00:00Z"
  labels: {team: "yes", when: 2024-01-01}
  annotations:
    createdBy: someone
    note: 'kept'
spec:
  address: ""
  image: quay.io/x:y
  priority: -200
  displayName: !!str 4.18
  grpcPodConfig:
    nodeSelector: {kubernetes.io/os: linux}
    extractContent: {cacheDir: /tmp/cache, catalogDir: /configs}
  secrets: [a, b]
  updateStrategy:
    registryPoll: {interval: 30m}
status: {message: x}
`),
    );
    expect(problems).toEqual([]);
    expect(files['cs-index-v1.yaml']).toBe(`apiVersion: operators.coreos.com/v1alpha1
kind: CatalogSource
metadata:
  annotations:
    createdAt: "2026-08-21T12:00:00Z"
    createdBy: airlock
    note: kept
  labels:
    team: "yes"
    when: "2024-01-01"
  name: cs-index-v1
  namespace: openshift-marketplace
spec:
  address: ""
  displayName: "4.18"
  grpcPodConfig:
    extractContent:
      cacheDir: /tmp/cache
      catalogDir: /configs
    nodeSelector:
      kubernetes.io/os: linux
  image: reg.lan:5000/ns/index:v1
  priority: -200
  secrets:
  - a
  - b
  sourceType: grpc
  updateStrategy:
    registryPoll:
      interval: 30m
`);
    expect(parse(files['cc-index-v1.yaml']!).spec.priority).toBe(0);
  });

  test.each([
    ['kind: CatalogSource', /apiVersion is undefined/],
    [HEAD.replace('CatalogSource', 'Pod'), /kind is "Pod"/],
    [`${HEAD}spec: {sourceType: configmap}`, /sourceType is "configmap"/],
    [`${HEAD}spec: {configMap: x}`, /configMap/],
    [`${HEAD}spec: [x]`, /must be mappings/],
    [`${HEAD}metadata: {annotations: x}`, /metadata\.annotations must be/],
    ['', /isn't a CatalogSource/],
    [`${HEAD}spec: {`, /./],
  ])('an unusable one causes a warning, and the resource is written without it: %j', (text, message) => {
    const { files, problems } = resources(template(text));
    expect(files).toEqual(resources(catalog('ns/index', 'v1')).files);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      code: 'catalog-source-template',
      level: 'warning',
      file: 'template.yaml',
      message: expect.stringMatching(
        /^the CatalogSource for reg\.lan:5000\/ns\/index:v1 was written without/,
      ),
    });
    expect(problems[0]!.message).toMatch(message);
  });

  test('an unreadable file causes a warning too, and a fault has its line', () => {
    const missing = catalog('ns/index', 'v1', { file: 'gone.yaml', error: 'no such file' });
    expect(resources(missing).problems[0]).toMatchObject({ file: 'gone.yaml', level: 'warning' });
    expect(resources(template(`${HEAD}spec:\n\t- x: [`)).problems[0]!.line).toBeGreaterThan(2);
  });
});
