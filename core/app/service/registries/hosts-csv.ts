import { csvCell } from '../../../base/document/inert-text.ts';
import type { NeededHost } from '../../../contract/topics/doctor.ts';

/** The hosts that a firewall must let through, as CSV (RFC 4180) with a line of names. */
export function hostsAsCsv(hosts: readonly NeededHost[]): string {
  const rows = hosts.map(({ host, port, protocol, reached, via = '', why }) => [
    host,
    String(port),
    protocol,
    reached ? 'yes' : 'no',
    via,
    why.join('; '),
  ]);
  return [['host', 'port', 'protocol', 'reached', 'proxy', 'why'], ...rows]
    .map((row) => `${row.map((text) => csvCell(text)).join(',')}\r\n`)
    .join('');
}
