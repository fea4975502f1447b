import { csvTable } from '../../../base/document/csv.ts';
import type { NeededHost } from '../../../contract/topics/doctor.ts';

/** The hosts that a firewall must let through, as CSV (RFC 4180) with a line of names. */
export function hostsAsCsv(hosts: readonly NeededHost[]): string {
  const rows = hosts.map(({ host, port, protocol, reached, via = '', why }) => [
    host,
    port,
    protocol,
    reached ? 'yes' : 'no',
    via,
    why.join('; '),
  ]);
  return csvTable([['host', 'port', 'protocol', 'reached', 'proxy', 'why'], ...rows]);
}
