import { type Mutant, mutantsOf } from '../../base/document/mutants.fixture.ts';

/** Configurations of the cloud provider with every setting that it validates. */
export const CLOUD_CONFIGS = {
  YAML: `global:
  secretName: vsphere-creds
  secretNamespace: kube-system
  port: 443
  insecureFlag: true
  ipFamily: [ipv4]
vcenter:
  vc-a.example.lan:
    server: vc-a.example.lan
    port: 8443
    datacenters: [DC1]
    soapRoundtripCount: 4
labels: {region: openshift-region, zone: openshift-zone}
nodes:
  internalNetworkSubnetCidr: 192.0.2.0/24
`,
  'YAML with accounts': `vcenter:
  vc-a.example.lan:
    server: vc-a.example.lan
    user: admin
    password: secret
    datacenters: [DC1]
`,
  INI: `[Global]
secret-name = "vsphere-creds"
secret-namespace = "kube-system"
port = "443"
insecure-flag = "1"
soap-roundtrip-count = "4"
ip-family = "ipv4"

[VirtualCenter "vc-a.example.lan"]
port = "8443"
datacenters = "DC1"

[Labels]
region = openshift-region
zone = openshift-zone

[Nodes]
internal-network-subnet-cidr = "192.0.2.0/24"
`,
} as const;

/** Returns the mutants of a configuration: of YAML those of its values, of INI those of its lines. */
export function cloudConfigMutants(text: string): Mutant[] {
  return /^\[/.test(text) ? iniMutants(text) : mutantsOf(text);
}

/** Returns mutants in which one line is removed, duplicated, empty, misspelled or broken. */
function iniMutants(text: string): Mutant[] {
  const lines = text.split('\n');
  let section = '';
  return lines.flatMap((line, at) => {
    const [, header] = /^\[(\w+)/.exec(line) ?? [];
    section = header ?? section;
    if (line === '') return [];
    const path = header ?? `${section}.${line.split(' ')[0]}`;
    const mutant = (change: string, ...instead: string[]): Mutant => ({
      change: `${path} ${change}`,
      text: lines.toSpliced(at, 1, ...instead).join('\n'),
    });
    const all = [
      mutant('removed'),
      mutant('duplicated', line, line),
      mutant('broken', line.replace(/"?\]?$/, '-9$&')),
    ];
    if (header) return all;
    return [
      ...all,
      mutant('empty', line.replace(/= .*/, '= ""')),
      mutant('text', line.replace(/= .*/, '= "text"')),
      mutant('misspelled', line.replace(' ', 'x ')),
    ];
  });
}
