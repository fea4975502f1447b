import { parse } from 'yaml';
import {
  type InstallManifests,
  installManifests,
  type ManifestOptions,
} from '../manifests/install-manifests.ts';
import { PASSWORD, SSH_KEY } from '../model/install-config.fixture.ts';
import { readInstallConfig } from '../model/read-install-config.ts';

const domain = (n: number, server: string, region: string, zone: string, more = ''): string =>
  `    - {name: fd-${n}, region: ${region}, zone: ${zone}, server: ${server}, topology: {datacenter: DC${n}, computeCluster: /DC${n}/host/c1, datastore: /DC${n}/datastore/d1, networks: [pg-10]${more}}}`;

/** Returns a file with three failure domains on two vCenters, one of them with two datacenters, after replacements. */
export function worked(replace: readonly (readonly [string, string])[] = []): string {
  const text = `apiVersion: v1
baseDomain: example.lan
metadata: {name: multi}
controlPlane: {name: master, replicas: 3, platform: {vsphere: {zones: [fd-1, fd-2, fd-3], cpus: 8, coresPerSocket: 2, memoryMB: 16384, osDisk: {diskSizeGB: 120}}}}
compute:
- {name: worker, replicas: 5, platform: {vsphere: {zones: [fd-2, fd-3]}}}
networking:
  networkType: OVNKubernetes
  machineNetwork: [{cidr: 10.0.0.0/24}]
  clusterNetwork: [{cidr: 10.128.0.0/14, hostPrefix: 23}]
  serviceNetwork: [172.30.0.0/16]
platform:
  vsphere:
    apiVIPs: [10.0.0.5]
    ingressVIPs: [10.0.0.6]
    vcenters:
    - {server: vc-a.example.lan, port: 443, user: u, password: ${PASSWORD}, datacenters: [DC1]}
    - {server: vc-b.example.lan, user: u, password: ${PASSWORD}, datacenters: [DC2, DC3]}
    failureDomains:
${domain(1, 'vc-a.example.lan', 'east', 'east-1')}
${domain(2, 'vc-b.example.lan', 'west', 'west-1')}
${domain(3, 'vc-b.example.lan', 'west', 'west-2')}
imageDigestSources:
- {source: quay.io/openshift-release-dev/ocp-release, mirrors: ['registry.lab:8443/openshift/release-images']}
additionalTrustBundlePolicy: Always
additionalTrustBundle: |
  -----BEGIN CERTIFICATE-----
  none
  -----END CERTIFICATE-----
pullSecret: '{"auths":{"registry.lab:8443":{"auth":"bWlycm9yOktnNy1zZXNhbWUtUXgy"}}}'
sshKey: ${SSH_KEY}
`;
  return replace.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the example has no ${from}`);
    return result.replaceAll(from, to);
  }, text);
}

export interface GeneratedManifests extends InstallManifests {
  paths: string[];
  /** Returns the object of a file. */
  object(path: string): Record<string, unknown>;
}

export function manifestsOf(text: string, options: ManifestOptions = {}): GeneratedManifests {
  const { config } = readInstallConfig(text);
  const made = installManifests(config, { infraId: 'multi-8tpnt', ...options });
  return {
    ...made,
    paths: made.files.map(({ path }) => path),
    object(path) {
      const file = made.files.find((each) => each.path === path);
      if (!file) throw new Error(`no file ${path}`);
      return parse(file.text) as Record<string, unknown>;
    },
  };
}
