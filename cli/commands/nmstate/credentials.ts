import { present } from '../../../core/base/objects/present.ts';
import type { HostDocument } from '../../../core/nmstate/hosts/host-facts.ts';
import type { NmstateProblem } from '../../../core/nmstate/model/finding.ts';
import { userPath } from '../../terminal/options.ts';
import { textOf } from './input.ts';

/** Mode of files that contain passwords. */
export const SECRET_MODE = 0o600;

/** Adds users and passwords of BMCs from a file to hosts. Hosts that the file doesn't contain don't change. */
export async function withCredentials(
  hosts: readonly HostDocument[],
  file: string | undefined,
): Promise<{ hosts: HostDocument[]; problems: readonly NmstateProblem[] }> {
  if (file === undefined) return { hosts: [...hosts], problems: [] };
  const [{ readHostTable }, { shortName }] = await Promise.all([
    import('../../../core/nmstate/hosts/host-table.ts'),
    import('../../../core/nmstate/model/host.ts'),
  ]);
  const table = readHostTable(await textOf(userPath(file)), { file });
  const known = new Map(table.hosts.map((host) => [shortName(host.name), host.bmc]));
  return {
    hosts: hosts.map(({ host, document }) => {
      const given = known.get(shortName(host.name));
      if (!given) return { host, document };
      const bmc = { ...host.bmc, ...present(given), address: host.bmc?.address || given.address };
      return { host: { ...host, bmc }, document };
    }),
    problems: table.problems.filter(({ level }) => level === 'error'),
  };
}
