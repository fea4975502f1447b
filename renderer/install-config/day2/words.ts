import type {
  ContractDay2Change,
  Day2Plan,
  DiffLine,
  StartingState,
} from '../../../core/contract/topics/day2-requests.ts';
import { counted } from '../../parts/format.ts';

/** What is asked for, as the form has it. */
export interface Day2Form {
  kind: 'add' | 'remove' | 'domains' | 'convert';
  server: string;
  datacenters: string[];
  name: string;
  region: string;
  zone: string;
  computeCluster: string;
  datastore: string;
  networks: string[];
  /** Of the vCenter that goes. */
  remove: string;
  file: string;
}

export const EMPTY_FORM: Day2Form = {
  kind: 'add',
  ...{ server: '', datacenters: [], name: '', region: '', zone: '', computeCluster: '', datastore: '' },
  ...{ networks: [], remove: '', file: '' },
};

/** The change that a form asks for; undefined while something is missing. */
export function changeOf(form: Day2Form): ContractDay2Change | undefined {
  const { kind, server, datacenters, name, region, zone, computeCluster, datastore, networks } = form;
  if (kind === 'convert') return { convertCloudConfig: true };
  if (kind === 'remove') return form.remove ? { removeVCenters: [form.remove] } : undefined;
  if (kind === 'domains') return form.file.startsWith('/') ? { failureDomainsFile: form.file } : undefined;
  const [datacenter] = datacenters;
  if (!server || !datacenter) return undefined;
  const vcenter = { addVCenters: [{ server, datacenters }] };
  if (!name) return vcenter;
  return {
    ...vcenter,
    addFailureDomains: [
      { name, region, zone, server, topology: { datacenter, computeCluster, datastore, networks } },
    ],
  };
}

/** What the form still needs before {@link changeOf} makes a change of it. */
export function stillNeeded({ kind, server, datacenters }: Day2Form): string {
  if (kind === 'remove') return 'Choose the vCenter.';
  if (kind === 'domains') return 'Name the file.';
  if (server) return 'A datacenter is needed: type its name and press Enter.';
  return datacenters.length > 0 ? 'The server is needed.' : 'Server and datacenters are needed.';
}

/** `Failure domains: one that the installer generated` and the like: where the change begins. */
export function stateRows(state: StartingState): { term: string; says: string }[] {
  const { infrastructure, cloudConfig, vcenters, failureDomains, openShiftVersion, featureSet } = state;
  return [
    {
      term: 'Infrastructure',
      says: {
        defined: `${counted(failureDomains.length, 'failure domain')} that the administrator defined: ${failureDomains.map(({ name }) => name).join(', ')}`,
        generated: 'one failure domain that the installer generated',
        legacy: 'legacy: no failure domains',
        unfit: 'no Infrastructure object of a vSphere cluster',
      }[infrastructure],
    },
    { term: 'vCenters', says: vcenters.map(({ server }) => server).join(', ') || 'none is listed' },
    {
      term: 'Cloud configuration',
      says: {
        ini: 'INI',
        yaml: 'YAML',
        unreadable: 'cannot be read',
        missing: 'not among the objects',
      }[cloudConfig],
    },
    { term: 'Release', says: openShiftVersion ?? 'not known' },
    { term: 'Feature set', says: featureSet ?? 'not known' },
  ];
}

export function day2Sentence(state: StartingState | undefined, plan: Day2Plan | undefined): string {
  if (plan)
    return plan.ok ? `${plan.title}: ${counted(plan.steps.length, 'step')}` : `${plan.title}: refused`;
  if (!state) return 'Plan a change of an installed cluster';
  return {
    defined: 'The cluster has failure domains that were defined',
    generated: 'The cluster has the failure domain that the installer generated',
    legacy: 'The cluster is legacy: it has no failure domains',
    unfit: 'These are no objects of a vSphere cluster',
  }[state.infrastructure];
}

/** A difference as `diff` prints it. */
export function diffText(lines: readonly DiffLine[]): string {
  const sign = { same: ' ', added: '+', removed: '-' } as const;
  return lines.map(({ kind, text }) => `${sign[kind]}${text}`).join('\n');
}
