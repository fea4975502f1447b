import { alternativeList, firstWords } from '../../../base/document/words.ts';
import { RULE } from '../../../base/errors/rules.ts';
import { gateChecks } from './addition-steps.ts';
import { checkDay2Gate } from './checks-of-change.ts';
import { changedInfrastructure, infrastructureStep } from './infrastructure-steps.ts';
import { t } from './messages.ts';
import { nameOf, ownFields } from './object-text.ts';
import type { PreCheck } from './plan.ts';
import { type Planning, planCloudConfig } from './planning.ts';
import { referencesTo } from './references.ts';
import { readClusterCloudConfig } from './starting-state.ts';
import { backUpStep, removeCredentialsStep, type StepDraft } from './surrounding-steps.ts';

/** How many names of objects that prevent the removal are shown. */
const SHOWN = 5;

/** Returns the steps that remove vCenters, the reverse of adding them. Rejects the request while anything uses them. */
export function removalSteps(planning: Planning): StepDraft[] {
  const { objects, start, change, findings } = planning;
  const { removeVCenters = [], convertCloudConfig = false } = change;
  const removed = start.vcenters.filter(({ server }) => removeVCenters.includes(server));
  for (const server of removeVCenters)
    if (!removed.some((vcenter) => vcenter.server === server))
      findings.reject(
        t('vcenterUnknown', { server }),
        start.vcenters.length > 0
          ? t('vcenterUnknownRemedy', { servers: start.vcenters.map((vcenter) => vcenter.server).join(', ') })
          : t('vcentersNoneRemedy'),
      );
  if (removed.length > 0 && removed.length === start.vcenters.length)
    findings.reject(
      // Quotes the API server.
      t('lastVCenter', {
        message: 'spec.platformSpec.vsphere.vcenters in body should have at least 1 items',
      }),
      t('lastVCenterRemedy'),
      'spec.platformSpec.vsphere.vcenters',
    );
  checkDay2Gate(start, findings);
  const { found, missingKinds: unknown } = referencesTo(objects, start, removeVCenters);
  for (const { kind, names } of found)
    findings.reject(
      t('vcenterInUse', {
        ...{ kind, names: firstWords(names, SHOWN), count: names.length },
        servers: removeVCenters.join(', '),
      }),
      t(REMEDIES[kind]),
    );
  const going = start.failureDomains.filter(({ server }) => removeVCenters.includes(server));
  const left = start.failureDomains.length - going.length;
  if (start.failureDomains.length > 1 && left <= 1)
    findings.warn(left === 1 ? t('oneDomainLeft') : t('noDomainLeft'), t('domainsLeftRemedy'));
  const object = objects.infrastructure;
  if (!object || findings.rejections.length > 0) return [];
  const before = ownFields(object);
  const infrastructure = infrastructureStep(
    object,
    { before, after: changedInfrastructure(before, { removeVCenters }) },
    {
      id: 'remove-infrastructure',
      title: t('removeTitle', { names: [...removeVCenters, ...going.map(({ name }) => name)].join(', ') }),
      why: t('removeWhy'),
      preChecks: [
        ...gateChecks(start, removed),
        ...unknown.map(
          ({ kind, command }): PreCheck => ({
            title: t('noUseCheck', { kind, servers: alternativeList(removeVCenters) }),
            ...{ verdict: 'ask', command },
            detail: t('noUseCheckDetail'),
            [RULE]: { id: 'vcenter-use-unknown' },
          }),
        ),
      ],
      remains: '',
    },
  );
  const cloudConfig = readClusterCloudConfig(objects);
  const listed =
    cloudConfig?.read.effective.vcenters.some(({ server }) => removeVCenters.includes(server)) ?? false;
  const cloud = listed
    ? planCloudConfig(
        planning,
        {
          ...{ id: 'remove-cloud-config', vcenters: [], removed: removeVCenters, labels: false },
          convert: true,
        },
        convertCloudConfig,
      )
    : undefined;
  return [
    backUpStep(objects, cloudConfig && nameOf(cloudConfig.object)),
    infrastructure,
    ...(cloud?.step ? [cloud.step] : []),
    removeCredentialsStep(removeVCenters),
  ];
}

const REMEDIES = {
  Machine: 'machineInUseRemedy',
  MachineSet: 'machineSetInUseRemedy',
  ControlPlaneMachineSet: 'controlPlaneInUseRemedy',
  Node: 'nodeInUseRemedy',
  PersistentVolume: 'volumeInUseRemedy',
} as const;
