import { parseIp } from '../../../base/network/addresses.ts';

const SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** Platforms whose cluster names must not contain dots. */
const WITHOUT_DOTS = ['vsphere', 'baremetal', 'openstack', 'nutanix'];

/** Nine characters less than the limit of a DNS label, because `*.apps` needs nine. */
const LONGEST_CLUSTER_NAME = 63 - 9;

/** Returns Kubernetes' message on an invalid DNS-1123 subdomain; undefined for a valid one. */
export function subdomainFault(name: string): string | undefined {
  const faults = [];
  if (name.length > 253) faults.push('must be no more than 253 characters');
  if (!SUBDOMAIN.test(name)) faults.push(SUBDOMAIN_RULE);
  return faults.length > 1 ? `[${faults.join(', ')}]` : faults[0];
}

/** Returns the fault of a domain, which may have a trailing dot. */
export function domainFault(name: string): string | undefined {
  return subdomainFault(name.replace(/\.$/, ''));
}

export function clusterNameFault(name: string, platform = ''): string | undefined {
  if (name.length > LONGEST_CLUSTER_NAME) return `must be no more than ${LONGEST_CLUSTER_NAME} characters`;
  const fault = subdomainFault(name);
  if (fault) return fault;
  return WITHOUT_DOTS.includes(platform) && name.includes('.')
    ? "cluster name must not contain '.'"
    : undefined;
}

/** Returns the fault in the name of a failure domain that pools use as a zone. */
export function zoneNameFault(name: string): string | undefined {
  return /^[a-z]/.test(name) ? clusterNameFault(name) : 'cluster name must begin with a lower-case letter';
}

/** Returns whether a text is an IP address or a lowercase domain, without scheme and port. */
export function isHost(text: string): boolean {
  return parseIp(text) !== undefined || subdomainFault(text) === undefined;
}

/** Returns Go's message on an invalid MAC address. */
export function macFault(text: string): string | undefined {
  if (!/^[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}$/i.test(text)) return `address ${text}: invalid MAC address`;
  return Number.parseInt(text.slice(1, 2), 16) & 1
    ? 'expected unicast mac address, found multicast'
    : undefined;
}

/** Returns the fault of an absolute URI with a host. */
export function uriFault(text: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) return `invalid URI "${text}" (no scheme)`;
  return URL.canParse(text) ? undefined : `invalid URI "${text}"`;
}

/**
 * Returns the fault in the name of a repository or registry (`imageDigestSources`). The installer accepts a repository
 * without tag and digest, or a host with an optional path.
 */
export function repositoryFault(text: string): string | undefined {
  const reference =
    /^(?<host>(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*(?::\d+)?)\/(?<path>[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*)(?<rest>(?::[\w][\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*:[0-9a-fA-F]{32,})?)$/;
  const { host, rest } = reference.exec(text)?.groups ?? {};
  if (host !== undefined && (/[.:]/.test(host) || host === 'localhost'))
    return rest ? 'must be repository--not reference' : undefined;
  const [name = ''] = text.split('/');
  const bare = name.replace(/:\d+$/, '');
  if (host === undefined && /[/@]/.test(text)) return 'failed to parse: invalid reference format';
  const fault = parseIp(bare) ? undefined : subdomainFault(bare);
  return fault && `the repository provided is invalid: ${fault}`;
}

/** Returns whether Go's `strconv.ParseBool` accepts a text. */
export function isGoBool(text: string): boolean {
  return /^(?:1|t|T|TRUE|true|True|0|f|F|FALSE|false|False)$/.test(text);
}
