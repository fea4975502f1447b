import type { HostDocument } from '../../../core/nmstate/hosts/host-facts.ts';
import type { NmstateProblem } from '../../../core/nmstate/model/finding.ts';
import type { HostsProblem } from '../../../core/nmstate/validation/validate-hosts.ts';
import type { Input } from './input.ts';

/** A document with its problems. */
export interface CheckedDocument {
  file: string | null;
  host: string | null;
  problems: readonly NmstateProblem[];
}

export interface Checked {
  documents: readonly CheckedDocument[];
  /** Problems of no single document: those of the input, and of the cluster. */
  problems: readonly NmstateProblem[];
  across: readonly HostsProblem[];
}

/** Checks the entire input: hosts separately and together, `cluster.yml`, and documents of no host. */
export async function check(input: Input, hosts: readonly HostDocument[], role?: string): Promise<Checked> {
  const [{ validateHosts }, { validateNmstate }] = await Promise.all([
    import('../../../core/nmstate/validation/validate-hosts.ts'),
    import('../../../core/nmstate/validation/validate.ts'),
  ]);
  const { cluster, version, clusterFiles, documents: loose } = input;
  const release = version === undefined ? {} : { openShiftVersion: version };
  const verdict = validateHosts(hosts, cluster, release);
  const options = { ...release, cluster };
  return {
    documents: [
      ...verdict.hosts.map(({ host, problems }, index) => ({
        file: hosts[index]!.document.file ?? null,
        host: host.name,
        problems: input.incomplete.has(host.name) ? [] : problems,
      })),
      ...clusterFiles.map(({ document, role: pool = role }) => ({
        file: document.file ?? null,
        host: null,
        problems: validateNmstate(document, {
          ...options,
          purpose: 'day1',
          role: pool,
        }),
      })),
      ...loose.map((document) => ({
        file: document.file ?? null,
        host:
          document.states.map(({ nodeSelector }) => nodeSelector?.['kubernetes.io/hostname']).find(Boolean) ??
          null,
        problems: validateNmstate(document, options),
      })),
    ],
    problems: [...input.problems, ...verdict.across.filter(({ hosts: named }) => named.length === 0)],
    across: verdict.across,
  };
}
