import { firstBootNetwork } from '../first-boot/fold-back.ts';
import { bootMacOf, HIDDEN } from '../first-boot/installer-hosts.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { shortName } from '../model/host.ts';
import { printYaml } from '../model/print-yaml.ts';
import { t } from './messages.ts';

/** A file of a scale-out set. */
export interface ScaleOutFile {
  /** Name in the folder of the set. Sorted by name, the files are in the order in which they are applied. */
  name: string;
  kind: 'MachineConfig' | 'Secret' | 'BareMetalHost';
  /** Undefined for files that apply to all hosts. */
  host: string | undefined;
  /** Content of the file. If `secret`, the file needs mode 0600. */
  text: string;
  /** The text with hidden passwords, for output. */
  preview: string;
  secret: boolean;
}

export interface ResourceOptions {
  /** Default: `openshift-machine-api`, the namespace of the cluster's hosts. */
  namespace?: string;
  /** Whether to verify the TLS certificates of BMCs. IPMI has none. Default: true. */
  bmcTlsVerify?: boolean;
}

export const HOSTS_NAMESPACE = 'openshift-machine-api';
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns the secrets and BareMetalHost of one machine (OpenShift documentation, "Expanding the cluster"). Missing values are
 * reported as problems.
 */
export function hostResources(
  entry: HostDocument,
  { namespace = HOSTS_NAMESPACE, bmcTlsVerify = true }: ResourceOptions = {},
): { files: ScaleOutFile[]; problems: NmstateProblem[] } {
  const { host } = entry;
  const name = shortName(host.name);
  const problems: NmstateProblem[] = [];
  const missing = (rule: string, message: string, remedy: string, level: NmstateProblem['level'] = 'error') =>
    problems.push({ code: 'nmstate-hosts', level, message, remedy, rule });
  if (!NAME.test(name) || UUID.test(name))
    missing('name', t('hostNameInvalid', { name }), t('hostNameInvalidRemedy'));
  const network = firstBootNetwork(entry);
  problems.push(...network.problems);
  const mac = bootMacOf(host);
  if (mac === undefined)
    missing('boot-mac', t('bootMacMissing', { name: host.name }), t('bootMacMissingRemedy'));
  const { bmc } = host;
  if (!bmc?.address) missing('bmc', t('bmcMissing', { name: host.name }), t('bmcMissingRemedy'));
  else if (!bmc.address.includes('://'))
    missing(
      'bmc-address',
      t('bmcNotUrl', { address: bmc.address, name: host.name }),
      t('bmcNotUrlRemedy'),
      'warning',
    );
  const credentials = bmc?.username !== undefined && bmc.password !== undefined;
  if (bmc?.address && !credentials)
    missing(
      'bmc-credentials',
      t('bmcCredentialsMissing', { name: host.name }),
      t('bmcCredentialsMissingRemedy'),
    );
  const networkSecret = `${name}-network-config-secret`;
  const bmcSecret = `${name}-bmc-secret`;
  /** The file isn't written without the password, but the output shows its place. */
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
              (!bmcTlsVerify && !/^ipmi:|^[^:]*$/.test(bmc.address)) || undefined,
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
