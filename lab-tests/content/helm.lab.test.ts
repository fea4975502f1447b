import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { localChart } from '../../core/content/helm/charts/obtain-charts.ts';
import { findInChart } from '../../core/content/helm/find-in-chart.ts';
import { findHelm, type HelmProgram } from '../../core/content/helm/render-with-helm.ts';

const DIRECTORY = new URL('../../../shared/data/helm/', import.meta.url).pathname;
const { signal } = new AbortController();

const VSPHERE_CPI = 'registry.k8s.io/cloud-pv-vsphere/cloud-provider-vsphere';
const PODINFO_TESTS = [
  'curlimages/curl:7.69.0',
  'giantswarm/tiny-tools',
  'stefanprodan/grpc_health_probe:v0.3.0',
];

interface Expected {
  /** The output of its templates with Go's engine and Helm's functions, which was verified without Helm itself. */
  rendered: string[];
  /** Additional results of the search. */
  more?: string[];
  /** Values that helm requires for the chart. */
  needs?: string;
}

const DRIVER = `containerName: c
kernelFullVersion: "1"
specialresource: {metadata: {name: x}, spec: {driverContainer: {artifacts: {images: []}}}}`;

const CHARTS: Record<string, Expected> = {
  'kubernetes__cloud-provider-vsphere/vsphere-cpi-1.24.1.tgz': {
    rendered: ['gcr.io/cloud-provider-vsphere/cpi/release/manager:v1.24.1'],
  },
  'kubernetes__cloud-provider-vsphere/vsphere-cpi-1.28.0.tgz': {
    rendered: ['gcr.io/cloud-provider-vsphere/cpi/release/manager:v1.28.0'],
  },
  'kubernetes__cloud-provider-vsphere/vsphere-cpi-1.32.1.tgz': { rendered: [`${VSPHERE_CPI}:v1.32.1`] },
  'kubernetes__cloud-provider-vsphere/vsphere-cpi-1.36.0.tgz': { rendered: [`${VSPHERE_CPI}:v1.36.0`] },
  'kubernetes__cloud-provider-vsphere/vsphere-cpi-v1.31.0.tgz': { rendered: [`${VSPHERE_CPI}:v1.31.0`] },
  'openshift-kni__cnf-features-deploy/dpdk-kni-driver-0.0.1.tgz': { rendered: [], needs: DRIVER },
  'openshift-kni__cnf-features-deploy/iavf-driver-0.0.1.tgz': { rendered: [], needs: DRIVER },
  'openshift__console/chart-0.1.0-v3.valid.tgz': {
    rendered: [
      'icr.io/cpopen/ibmcloud-object-storage-driver@sha256:fc17bb3e89d00b3eb0f50b3ea83aa75c52e43d8e56cf2e0f17475e934eeeeb5f',
      'icr.io/cpopen/ibmcloud-object-storage-plugin@sha256:cf654987c38d048bc9e654f3928e9ce9a2a4fd47ce0283bb5f339c1b99298e6e',
      'registry.access.redhat.com/rhscl/postgresql-10-rhel7:1-66',
      'rhscl/mongodb-36-rhel7:1-65',
      'snyk/kubernetes-operator',
    ],
  },
  'openshift__console/influxdb-3.0.2.tgz': { rendered: ['influxdb:1.7.6-alpine'] },
  'openshift__console/mariadb-7.3.5.tgz': {
    rendered: ['docker.io/bitnami/mariadb:10.3.21-debian-9-r26', 'docker.io/dduportal/bats:0.4.0'],
  },
  // Its pods run an image that the cluster builds, named after the release; the builders aren't images of pods.
  'openshift__console/wildfly-1.0.0.tgz': {
    rendered: [],
    needs: 'build: {uri: "https://git.example/app"}',
    more: ['quay.io/wildfly/wildfly-centos7', 'quay.io/wildfly/wildfly-runtime-centos7'],
  },
  'openshift__oc-mirror/my-chart-with-subchart-alias-0.1.0.tgz': {
    rendered: [
      'busybox',
      'nginx:1.16.0',
      'quay.io/fedora/postgresql-15:latest',
      'quay.io/rhdh-community/rhdh:next',
    ],
  },
  'openshift__oc-mirror/podinfo-5.0.0.tgz': {
    rendered: ['ghcr.io/stefanprodan/podinfo:5.0.0', ...PODINFO_TESTS],
  },
  'openshift__oc-mirror/podinfo-6.0.0.tgz': {
    rendered: ['ghcr.io/stefanprodan/podinfo:6.0.0', ...PODINFO_TESTS],
  },
  'openshift__oc-mirror/service-binding-operator-1.4.1.tgz': {
    rendered: [
      'quay.io/redhat-developer/servicebinding-operator@sha256:16286ac84ddd521897d92472dae857a4c18479f255b725dfb683bc72df6e0865',
      'quay.io/service-binding/helm-chart-test@sha256:c050d71294c14b1a61ba9b71122bc82dd5f5cbf20a68c7ac07677e781a0b69a0',
    ],
  },
  // No template uses the image of its values.
  'openshift__oc-mirror/test-mirror-helm-err.tgz': {
    rendered: ['quay.io/nginx/nginx-ingres:latest'],
    more: ['docker.io/ibmcom/ibm-enterprise-mongodb-ppc64le:4.4'],
  },
  'stefanprodan__podinfo/podinfo': { rendered: ['ghcr.io/stefanprodan/podinfo:6.14.1', ...PODINFO_TESTS] },
  'tosin2013__disconnected-openshift/gitops/common/root-certificates': { rendered: [] },
};

/** Each Kubernetes version has its images: helm renders those of one version, and the search finds all. */
const BY_VERSION: Record<string, Expected & { count: number }> = {
  'rancher__vsphere-charts/rancher-vsphere-cpi': {
    count: 11,
    rendered: ['rancher/mirrored-cloud-provider-vsphere:v1.33.1'],
  },
  'rancher__vsphere-charts/rancher-vsphere-csi': {
    count: 31,
    needs: 'vCenter: {clusterId: c, host: h, datacenters: d, username: u, password: p}',
    rendered: [
      'rancher/mirrored-cloud-provider-vsphere-csi-release-driver:v3.7.2',
      'rancher/mirrored-cloud-provider-vsphere-csi-release-syncer:v3.7.2',
      'rancher/mirrored-sig-storage-csi-attacher:v4.9.0',
      'rancher/mirrored-sig-storage-csi-node-driver-registrar:v2.13.0',
      'rancher/mirrored-sig-storage-csi-provisioner:v4.0.1',
      'rancher/mirrored-sig-storage-livenessprobe:v2.15.0',
    ],
  },
};

async function imagesOf(chart: string, more: { values?: string | undefined; helm?: HelmProgram } = {}) {
  const wanted = await localChart(`${DIRECTORY}${chart}`, '/', signal);
  const { values, helm } = more;
  const found = await findInChart({
    archive: await wanted.archive(),
    subject: chart,
    paths: [],
    values: values ? [{ file: 'helm-values/x.yaml', text: values }] : [],
    signal,
    helm,
  });
  return { ...found, references: [...new Set(found.images.map(({ reference }) => reference))].sort() };
}

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
    const charts = readdirSync(DIRECTORY, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tgz$|Chart\.yaml$/.test(path) && !/\/charts\//.test(path))
      .map((path) => path.replace('/Chart.yaml', ''));
    expect(charts.sort()).toEqual([...Object.keys(CHARTS), ...Object.keys(BY_VERSION)].sort());
  });
});

const helm = await findHelm({ PATH: process.env.PATH });
if (!helm) console.warn('no helm on the PATH: charts are not rendered');

describe.skipIf(!helm)('rendered by the helm of this host', () => {
  test.each(Object.entries(CHARTS))('%s', async (chart, { rendered, needs }) => {
    if (needs) expect((await imagesOf(chart, { helm: helm! })).method).toBe('not rendered');
    const { references, method, remarks } = await imagesOf(chart, { helm: helm!, values: needs });
    expect(method, JSON.stringify(remarks)).toMatch(/^rendered by helm v/);
    expect(references).toEqual([...rendered].sort());
  });

  test.each(Object.entries(BY_VERSION))('%s', async (chart, { rendered, needs }) => {
    const { references } = await imagesOf(chart, { helm: helm!, values: needs });
    expect(references).toHaveLength(rendered.length);
    expect((await imagesOf(chart)).references).toEqual(expect.arrayContaining(references));
  });
});
