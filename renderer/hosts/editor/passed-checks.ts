import {
  type NmstateProblem,
  type StatePart,
  shortName,
  summaryOf,
} from '../../../core/contract/documents/nmstate.ts';
import { t } from './messages.ts';

/** Returns the checks of br-ex that the document passed, only those that apply to it. */
export function passedChecks(
  part: StatePart | undefined,
  host: string,
  problems: readonly NmstateProblem[],
): string[] {
  if (!part) return [];
  const summary = summaryOf(part.state);
  const { brEx } = summary;
  const broken = new Set(problems.filter(({ level }) => level !== 'info').map(({ rule }) => rule));
  const passed = (text: string | undefined, ...rules: string[]): string[] =>
    text === undefined || rules.some((rule) => broken.has(rule)) ? [] : [text];
  if (!brEx) return [];
  const uplink = brEx.chain.length === 1 ? brEx.chain[0] : undefined;
  const fixed = brEx.addresses.length > 0;
  const gateway = summary.routes.find(
    ({ destination }) => destination === '0.0.0.0/0' || destination === '::/0',
  );
  return [
    ...passed(
      brEx.uplinks.length === 1 ? t('uplinkCheck', { interface: brEx.uplinks[0]! }) : undefined,
      'BR01',
      'BR02',
      'BR03',
      'BR04',
    ),
    ...passed(
      gateway?.interface === 'br-ex' ? t('routeCheck', { gateway: gateway.nextHop ?? '' }) : undefined,
      'BR09',
    ),
    ...passed(
      uplink === undefined ? t('lowerAddressCheck') : t('uplinkAddressCheck', { interface: uplink }),
      'BR07',
    ),
    ...passed(brEx.macFrom === undefined ? undefined : t('macCheck', { interface: brEx.macFrom }), 'BR10'),
    ...passed(
      fixed ? t('addressCheck') : undefined,
      'address-shared',
      'vip-shared',
      'gateway-is-host',
      'bmc-is-host',
    ),
    ...passed(fixed && summary.dns.servers.length > 0 ? t('dnsCheck') : undefined, 'BR11'),
    ...passed(t('nameCheck', { host: shortName(host) }), 'BR15'),
  ];
}
