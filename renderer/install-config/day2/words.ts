import type {
  ContractDay2Change,
  Day2Plan,
  DiffLine,
  StartingState,
} from '../../../core/contract/topics/day2-requests.ts';
import { t } from './messages.ts';

/** The values of the form. */
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
  /** Server of the vCenter to remove. */
  remove: string;
  file: string;
}

export const EMPTY_FORM: Day2Form = {
  kind: 'add',
  ...{ server: '', datacenters: [], name: '', region: '', zone: '', computeCluster: '', datastore: '' },
  ...{ networks: [], remove: '', file: '' },
};

/** Returns the change that a form describes, or undefined while a value is missing. */
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

/** Returns which value is missing before {@link changeOf} returns a change. */
export function stillNeeded({ kind, server, datacenters }: Day2Form): string {
  if (kind === 'remove') return t('removeNeededText');
  if (kind === 'domains') return t('fileNeededText');
  if (server) return t('datacenterNeededText');
  return datacenters.length > 0 ? t('serverNeededText') : t('bothNeededText');
}

/** Returns the starting state of the cluster as rows of a list. */
export function stateRows(state: StartingState): { term: string; value: string }[] {
  const { infrastructure, cloudConfig, vcenters, failureDomains, openShiftVersion, featureSet } = state;
  return [
    {
      term: t('infrastructureLabel'),
      value: {
        defined: t('infrastructureDefined', {
          count: failureDomains.length,
          names: failureDomains.map(({ name }) => name).join(', '),
        }),
        generated: t('infrastructureGenerated'),
        legacy: t('infrastructureLegacy'),
        unfit: t('infrastructureMissing'),
      }[infrastructure],
    },
    { term: t('vcentersLabel'), value: vcenters.map(({ server }) => server).join(', ') || t('noVCenters') },
    {
      term: t('cloudConfigLabel'),
      value: {
        ini: t('cloudConfigIni'),
        yaml: t('cloudConfigYaml'),
        unreadable: t('cloudConfigUnreadable'),
        missing: t('cloudConfigMissing'),
      }[cloudConfig],
    },
    { term: t('versionLabel'), value: openShiftVersion ?? t('versionUnknown') },
    { term: t('featureSetLabel'), value: featureSet ?? t('featureSetUnknown') },
  ];
}

/** Returns the title of the screen: the result of the plan, otherwise the starting state. */
export function day2Sentence(state: StartingState | undefined, plan: Day2Plan | undefined): string {
  if (plan)
    return plan.ok
      ? t('planTitle', { change: plan.title, steps: plan.steps.length })
      : t('rejectedTitle', { change: plan.title });
  if (!state) return t('startTitle');
  return {
    defined: t('definedTitle'),
    generated: t('generatedTitle'),
    legacy: t('legacyTitle'),
    unfit: t('otherPlatformTitle'),
  }[state.infrastructure];
}

/** Returns a difference as `diff` prints it. */
export function diffText(lines: readonly DiffLine[]): string {
  const sign = { same: ' ', added: '+', removed: '-' } as const;
  return lines.map(({ kind, text }) => `${sign[kind]}${text}`).join('\n');
}
