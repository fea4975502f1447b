import {
  type NmstateProblem,
  type StatePart,
  shortName,
  summaryOf,
} from '../../../core/contract/documents/nmstate.ts';

/** What was checked and is right, in the words of what it protects; only where the document has the thing at all. */
export function passedChecks(
  part: StatePart | undefined,
  host: string,
  problems: readonly NmstateProblem[],
): string[] {
  if (!part) return [];
  const summary = summaryOf(part.state);
  const { brEx } = summary;
  const broken = new Set(problems.filter(({ level }) => level !== 'info').map(({ rule }) => rule));
  const passed = (words: string | undefined, ...rules: string[]): string[] =>
    words === undefined || rules.some((rule) => broken.has(rule)) ? [] : [words];
  if (!brEx) return [];
  const carried = brEx.chain.length === 1 ? brEx.chain[0] : undefined;
  const fixed = brEx.addresses.length > 0;
  const gateway = summary.routes.find(
    ({ destination }) => destination === '0.0.0.0/0' || destination === '::/0',
  );
  return [
    ...passed(
      brEx.uplinks.length === 1 ? `br-ex has exactly one uplink: ${brEx.uplinks[0]}` : undefined,
      'BR01',
      'BR02',
      'BR03',
      'BR04',
    ),
    ...passed(
      gateway && gateway.interface === 'br-ex'
        ? `The default route leaves by br-ex, to ${gateway.nextHop}`
        : undefined,
      'BR09',
    ),
    ...passed(`No address on ${carried ?? 'what br-ex stands on'}`, 'BR07'),
    ...passed(brEx.macFrom === undefined ? undefined : `br-ex has the MAC of ${brEx.macFrom}`, 'BR10'),
    ...passed(
      fixed ? 'No other host, VIP or gateway has the address' : undefined,
      'address-shared',
      'vip-shared',
      'gateway-is-host',
      'bmc-is-host',
    ),
    ...passed(fixed && summary.dns.servers.length > 0 ? 'DNS is there without DHCP' : undefined, 'BR11'),
    ...passed(`The short host name ${shortName(host)} is unique`, 'BR15'),
  ];
}
