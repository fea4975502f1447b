import { RULE } from '../../base/errors/rules.ts';
import type { ReportAcross, Suggestion } from '../hosts/across.ts';
import { checkAddresses } from '../hosts/across-addresses.ts';
import { checkCounts, checkHardware, checkLikeness, checkNames } from '../hosts/across-machines.ts';
import { checkUnusedAddresses } from '../hosts/across-unused.ts';
import { factsOf, type HostDocument } from '../hosts/host-facts.ts';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import { printPath } from '../model/document.ts';
import { type NmstateProblem, placeOf } from '../model/finding.ts';
import type { Host } from '../model/host.ts';
import { validateNmstate } from './validate.ts';

/** A problem that several hosts have with each other, or with the cluster. */
export interface HostsProblem extends NmstateProblem {
  /** Names of the affected hosts; empty if the problem affects the cluster. */
  hosts: readonly string[];
  suggestion?: Suggestion;
}

export interface HostsVerdict {
  /** Whether there are no errors. */
  ok: boolean;
  /** The problems of each host, including those across hosts that affect it, with places in its document. */
  hosts: readonly { host: Host; problems: readonly NmstateProblem[] }[];
  /** Each problem across hosts once, with its place at the first affected host. */
  across: readonly HostsProblem[];
  /** Number of hosts without errors. */
  ready: number;
}

/**
 * Checks each document separately (with `validateNmstate`) and all of them together: names, addresses, VIPs, machine network,
 * MAC addresses, BMCs, gateways, MTU, counts of control plane nodes and workers. Runs in linear time.
 */
export function validateHosts(
  hosts: readonly HostDocument[],
  cluster?: ClusterNetwork,
  options: { openShiftVersion?: string } = {},
): HostsVerdict {
  const own = hosts.map(({ host, document }) =>
    validateNmstate(document, {
      host,
      role: host.role,
      cluster,
      openShiftVersion: options.openShiftVersion,
    }),
  );
  const across: HostsProblem[] = [];
  const report: ReportAcross = (finding) => {
    const { at, rule, level = 'error', message, remedy, suggestion, [RULE]: broken } = finding;
    const problems = at.map(({ host, spot }) => {
      const { document } = hosts[host]!;
      const full = spot?.part && [...spot.part.root, ...spot.path];
      const place = full && placeOf(document.yaml, full, spot.part!.document);
      return {
        code: 'nmstate-hosts',
        level,
        message,
        remedy,
        file: document.file,
        ...place,
        path: full && printPath(full),
        rule,
        [RULE]: broken,
      } satisfies NmstateProblem;
    });
    problems.forEach((problem, index) => {
      const host = at[index]!.host;
      // A problem can affect one host twice, for example with both of its NICs.
      if (at.findIndex((other) => other.host === host) === index) own[host]!.push(problem);
    });
    across.push({
      ...(problems[0] ?? { code: 'nmstate-hosts', level, message, remedy, rule, [RULE]: broken }),
      hosts: [...new Set(at.map(({ host }) => hosts[host]!.host.name))],
      suggestion,
    });
  };
  const facts = hosts.map(factsOf);
  checkNames(facts, report);
  checkAddresses(facts, cluster, report);
  checkUnusedAddresses(facts, report);
  checkHardware(facts, report);
  checkLikeness(facts, report);
  checkCounts(facts, cluster, report);
  const errors = (problems: readonly NmstateProblem[]) => problems.some(({ level }) => level === 'error');
  return {
    ok: !own.some(errors) && !errors(across),
    hosts: hosts.map(({ host }, index) => ({ host, problems: own[index]! })),
    across,
    ready: own.filter((problems) => !errors(problems)).length,
  };
}
