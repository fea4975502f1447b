import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findInChart } from '../core/helm/find-in-chart.ts';
import { localChart } from '../core/helm/obtain-charts.ts';
import { findHelm } from '../core/helm/render-with-helm.ts';

const DIRECTORY = new URL('../../shared/data/helm/', import.meta.url).pathname;
const { signal } = new AbortController();

const VSPHERE_CPI = 'registry.k8s.io/cloud-pv-vsphere/cloud-provider-vsphere';
const PODINFO_TESTS = [
  'curlimages/curl:7.69.0',
  'giantswarm/tiny-tools',
  'stefanprodan/grpc_health_probe:v0.3.0',
];

/** What helm makes of these charts with their own values, read off their templates by hand; and what the search adds or misses. */
const CHARTS: Record<string, { rendered: string[]; more?: string[]; less?: string[] }> = {
  'kubernetes__cloud-provider-vsphere/vsphere-cpi-1.24.1.tgz': {
    rendered: ['gcr.io/cloud-provider-vsphere/cpi/release/manager:v1.24.1'],
  },
  'kubernetes__cloud-provider-vsphere/vsphere-cpi-1.28.0.tgz': {
    rendered: ['gcr.io/cloud-provider-vsphere/cpi/release/manager:v1.28.0'],
  },
  'kubernetes__cloud-provider-vsphere/vsphere-cpi-1.32.1.tgz': { rendered: [`${VSPHERE_CPI}:v1.32.1`] },
  'kubernetes__cloud-provider-vsphere/vsphere-cpi-1.36.0.tgz': { rendered: [`${VSPHERE_CPI}:v1.36.0`] },
  'kubernetes__cloud-provider-vsphere/vsphere-cpi-v1.31.0.tgz': { rendered: [`${VSPHERE_CPI}:v1.31.0`] },
  'openshift-kni__cnf-features-deploy/dpdk-kni-driver-0.0.1.tgz': { rendered: [] },
  'openshift-kni__cnf-features-deploy/iavf-driver-0.0.1.tgz': { rendered: [] },
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
  // Its pods run an image that the cluster builds; the builders are no pods' images.
  'openshift__console/wildfly-1.0.0.tgz': {
    rendered: ['wildfly:latest'],
    more: [
      'quay.io/wildfly/wildfly-centos7',
      'quay.io/wildfly/wildfly-runtime-centos7',
      'registry.access.redhat.com/ubi8/openjdk-11:latest',
    ],
    less: ['wildfly:latest'],
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

async function imagesOf(chart: string, withHelm = false) {
  const wanted = await localChart(`${DIRECTORY}${chart}`, '/', signal);
  const helm = withHelm ? await findHelm({ PATH: process.env.PATH }) : undefined;
  const found = await findInChart({
    archive: await wanted.archive(),
    subject: chart,
    paths: [],
    values: [],
    signal,
    ...(helm && { helm }),
  });
  return { ...found, references: [...new Set(found.images.map(({ reference }) => reference))].sort() };
}

describe('the search over charts that people made', () => {
  test.each(Object.entries(CHARTS))('%s', async (chart, { rendered, more = [], less = [] }) => {
    const { references, method } = await imagesOf(chart);
    expect(method).toBe('not rendered');
    expect(references).toEqual([...rendered.filter((image) => !less.includes(image)), ...more].sort());
  });

  test('images for each version of Kubernetes are all found: only helm can choose', async () => {
    const cpi = await imagesOf('rancher__vsphere-charts/rancher-vsphere-cpi');
    expect(cpi.references).toHaveLength(11);
    expect(cpi.references).toContain('rancher/mirrored-cloud-provider-vsphere:v1.36.0');
    expect((await imagesOf('rancher__vsphere-charts/rancher-vsphere-csi')).references).toHaveLength(31);
  });

  test('every chart of the data is looked at', () => {
    const charts = readdirSync(DIRECTORY, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tgz$|Chart\.yaml$/.test(path) && !/\/charts\//.test(path))
      .map((path) => path.replace('/Chart.yaml', ''));
    const known = [
      ...Object.keys(CHARTS),
      'rancher__vsphere-charts/rancher-vsphere-cpi',
      'rancher__vsphere-charts/rancher-vsphere-csi',
    ];
    expect(charts.sort()).toEqual(known.sort());
  });
});

const helm = await findHelm({ PATH: process.env.PATH });
if (!helm) console.warn('no helm on the PATH: charts are not rendered');

describe.skipIf(!helm)('rendered by the helm of this host', () => {
  test.each(Object.entries(CHARTS))('%s', async (chart, { rendered }) => {
    const { references, method, remarks } = await imagesOf(chart, true);
    expect(method, JSON.stringify(remarks)).toMatch(/^rendered by helm v/);
    expect(references).toEqual([...rendered].sort());
  });
});
