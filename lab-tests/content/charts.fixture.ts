import { localChart } from '../../core/content/helm/charts/obtain-charts.ts';
import { findInChart } from '../../core/content/helm/find-in-chart.ts';
import type { HelmProgram } from '../../core/content/helm/render-with-helm.ts';

/** The charts of ../shared/data. */
export const CHARTS_DIRECTORY = new URL('../../../shared/data/helm/', import.meta.url).pathname;
const { signal } = new AbortController();

const VSPHERE_CPI = 'registry.k8s.io/cloud-pv-vsphere/cloud-provider-vsphere';
const PODINFO_TESTS = [
  'curlimages/curl:7.69.0',
  'giantswarm/tiny-tools',
  'stefanprodan/grpc_health_probe:v0.3.0',
];

export interface ExpectedImages {
  /** The images in the output of `helm template`. */
  rendered: string[];
  /** Additional images that the search finds. */
  more?: string[];
  /** Values without which helm rejects the chart. */
  needs?: string;
}

const DRIVER = `containerName: c
kernelFullVersion: "1"
specialresource: {metadata: {name: x}, spec: {driverContainer: {artifacts: {images: []}}}}`;

/** Charts with their images. */
export const CHARTS: Record<string, ExpectedImages> = {
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
  // Its pods run an image that the cluster builds, named after the release; the builders are no pods' images.
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
  // No template uses the image of its values. An environment variable contains the other one.
  'openshift__oc-mirror/test-mirror-helm-err.tgz': {
    rendered: ['quay.io/nginx/nginx-ingres:latest'],
    more: ['docker.io/ibmcom/ibm-enterprise-mongodb-ppc64le:4.4', 'quay.io/prometheus/prometheu:latest'],
  },
  'stefanprodan__podinfo/podinfo': { rendered: ['ghcr.io/stefanprodan/podinfo:6.14.1', ...PODINFO_TESTS] },
  'tosin2013__disconnected-openshift/gitops/common/root-certificates': { rendered: [] },
};

/** Each Kubernetes version has its images, of which helm renders one version's and the search finds all. */
export const BY_VERSION: Record<string, ExpectedImages & { count: number }> = {
  'rancher__vsphere-charts/rancher-vsphere-cpi': {
    count: 11,
    rendered: ['rancher/mirrored-cloud-provider-vsphere:v1.33.1'],
  },
  'rancher__vsphere-charts/rancher-vsphere-csi': {
    count: 23,
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

/** Returns the images of a chart of ../shared/data, sorted. */
export async function imagesOf(
  chart: string,
  more: { values?: string | undefined; helm?: HelmProgram } = {},
) {
  const wanted = await localChart(`${CHARTS_DIRECTORY}${chart}`, '/', signal);
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
