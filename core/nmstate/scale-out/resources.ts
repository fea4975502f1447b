import { firstBootNetwork } from '../first-boot/fold-back.ts';
import { bootMacOf, HIDDEN } from '../first-boot/installer-hosts.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { shortName } from '../model/host.ts';
import { printYaml } from '../model/print-yaml.ts';

/** A file of a scale-out set. */
export interface ScaleOutFile {
  /** Name in the folder of the set; sorted, the files are in the order in which they are applied. */
  name: string;
  kind: 'MachineConfig' | 'Secret' | 'BareMetalHost';
  /** Undefined for what is for all hosts. */
  host: string | undefined;
  /** What is written; give the file mode 0600 when `secret`. */
  text: string;
  /** The text with passwords hidden: the only one to show. */
  preview: string;
  secret: boolean;
}

export interface ResourceOptions {
  /** Default: `openshift-machine-api`, where the cluster's own hosts are. */
  namespace?: string;
  /** Default: certificates of BMCs are accepted as they are. */
  verifyBmcCertificates?: boolean;
}

export const HOSTS_NAMESPACE = 'openshift-machine-api';
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Secrets and BareMetalHost of one machine (OpenShift documentation, "Expanding the cluster"); what a machine lacks for
 * them is a problem.
 */
export function hostResources(
  entry: HostDocument,
  { namespace = HOSTS_NAMESPACE, verifyBmcCertificates = false }: ResourceOptions = {},
): { files: ScaleOutFile[]; problems: NmstateProblem[] } {
  const { host } = entry;
  const name = shortName(host.name);
  const problems: NmstateProblem[] = [];
  const missing = (rule: string, message: string, remedy: string, level: NmstateProblem['level'] = 'error') =>
    problems.push({ code: 'nmstate-hosts', level, message, remedy, rule });
  if (!NAME.test(name) || UUID.test(name))
    missing(
      'name',
      `${name} cannot be the name of a BareMetalHost`,
      'Use letters, digits, dots, hyphens and underscores, and no UUID.',
    );
  const network = firstBootNetwork(entry);
  problems.push(...network.problems);
  const mac = bootMacOf(host);
  if (mac === undefined)
    missing(
      'boot-mac',
      `${host.name} has no MAC to boot from`,
      'Add the MAC of the NIC it boots from; it cannot be changed later.',
    );
  const { bmc } = host;
  if (!bmc?.address) missing('bmc', `${host.name} has no address of a BMC`, 'Add the address of its BMC.');
  else if (!bmc.address.includes('://'))
    missing(
      'bmc-address',
      `The BMC ${bmc.address} of ${host.name} is no URL: it is taken for IPMI`,
      'Write it as redfish-virtualmedia://ADDRESS/redfish/v1/Systems/1, idrac-virtualmedia://… or ipmi://….',
      'warning',
    );
  const credentials = bmc?.username !== undefined && bmc.password !== undefined;
  if (bmc?.address && !credentials)
    missing(
      'bmc-credentials',
      `${host.name} has no user and password of its BMC`,
      'Give a file with the credentials of the BMCs.',
    );
  const networkSecret = `${name}-network-config-secret`;
  const bmcSecret = `${name}-bmc-secret`;
  /** Without the password it is not written; what is looked at shows its place all the same. */
  const secrets = (password: string | undefined) => [
    ...(network.text === undefined ? [] : [secret(networkSecret, namespace, { nmstate: network.text })]),
    ...(password === undefined
      ? []
      : [secret(bmcSecret, namespace, { username: bmc?.username ?? '', password })]),
  ];
  const [shown, complete] = [secrets(HIDDEN), secrets(credentials ? bmc.password : undefined)];
  const machine = printYaml({
    apiVersion: 'metal3.io/v1alpha1',
    kind: 'BareMetalHost',
    metadata: { name, namespace },
    spec: {
      online: true,
      bootMACAddress: mac,
      bmc: bmc?.address
        ? {
            address: bmc.address,
            credentialsName: bmcSecret,
            disableCertificateVerification:
              (!verifyBmcCertificates && !/^ipmi:|^[^:]*$/.test(bmc.address)) || undefined,
          }
        : undefined,
      rootDeviceHints: host.rootDevice === undefined ? undefined : { deviceName: host.rootDevice },
      preprovisioningNetworkDataName: network.text === undefined ? undefined : networkSecret,
    },
  });
  return {
    files: [
      ...(complete.length === 0
        ? []
        : [
            {
              name: `2-${name}-secrets.yaml`,
              kind: 'Secret' as const,
              host: host.name,
              text: complete.join('---\n'),
              preview: shown.join('---\n'),
              secret: true,
            },
          ]),
      {
        name: `3-${name}-baremetalhost.yaml`,
        kind: 'BareMetalHost',
        host: host.name,
        text: machine,
        preview: machine,
        secret: false,
      },
    ],
    problems,
  };
}

function secret(name: string, namespace: string, stringData: Record<string, string>): string {
  return printYaml({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace },
    type: 'Opaque',
    stringData,
  });
}
