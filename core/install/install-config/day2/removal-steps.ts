import { firstWords } from '../../../base/document/words.ts';
import { RULE } from '../../../base/errors/rules.ts';
import { gateChecks } from './addition-steps.ts';
import { checkDay2Gate } from './checks-of-change.ts';
import { changedInfrastructure, infrastructureStep } from './infrastructure-steps.ts';
import { nameOf, ownFields } from './object-text.ts';
import type { PreCheck } from './plan.ts';
import { type Planning, planCloudConfig } from './planning.ts';
import { referencesTo } from './references.ts';
import { readClusterCloudConfig } from './starting-state.ts';
import { backUpStep, removeCredentialsStep, type StepDraft } from './surrounding-steps.ts';

/** How many names of what is in the way are said. */
const SHOWN = 5;

/** Steps of removing vCenters, the reverse of adding: refused while anything is on them. */
export function removalSteps(planning: Planning): StepDraft[] {
  const { objects, start, change, findings } = planning;
  const { removeVCenters = [], convertCloudConfig = false } = change;
  const removed = start.vcenters.filter(({ server }) => removeVCenters.includes(server));
  for (const server of removeVCenters)
    if (!removed.some((vcenter) => vcenter.server === server))
      findings.rejectRequest(
        `the cluster has no vCenter ${server}`,
        `It has ${start.vcenters.map((vcenter) => vcenter.server).join(', ') || 'none'}.`,
      );
  if (removed.length > 0 && removed.length === start.vcenters.length)
    findings.rejectRequest(
      'spec.platformSpec.vsphere.vcenters in body should have at least 1 items: the last vCenter cannot be removed',
      'Add another one first, and move everything there.',
      'spec.platformSpec.vsphere.vcenters',
    );
  checkDay2Gate(start, findings);
  const { found, ask: request } = referencesTo(objects, start, removeVCenters);
  for (const { kind, names } of found)
    findings.rejectRequest(
      `${kind} ${firstWords(names, SHOWN)} still ${names.length === 1 ? 'is' : 'are'} on ${removeVCenters.join(', ')}`,
      REMEDIES[kind]!,
    );
  const going = start.failureDomains.filter(({ server }) => removeVCenters.includes(server));
  const left = start.failureDomains.length - going.length;
  if (start.failureDomains.length > 1 && left <= 1)
    findings.warn(
      left === 1
        ? 'one failure domain is left: the provider no longer looks for zones and regions, and new nodes get no labels of them'
        : 'no failure domain is left: no new machine can be placed by one',
      'See that no workload needs the labels.',
    );
  const object = objects.infrastructure;
  if (!object || findings.rejections.length > 0) return [];
  const before = ownFields(object);
  const infrastructure = infrastructureStep(
    object,
    { before, after: changedInfrastructure(before, { removeVCenters }) },
    {
      id: 'remove-infrastructure',
      title: `Infrastructure: remove ${[...removeVCenters, ...going.map(({ name }) => name)].join(', ')}`,
      why: 'The vCenter and its failure domains go in one update: a failure domain without its vCenter breaks the cloud controller operator.',
      preChecks: [
        ...gateChecks(start, removed),
        ...request.map(
          ({ kind, command }): PreCheck => ({
            ...{ title: `No ${kind} is on ${removeVCenters.join(', ')}`, verdict: 'ask', command },
            detail: 'the files hold none of this kind; nothing of what is printed may be there',
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

const REMEDIES: Record<string, string> = {
  Machine: 'Scale their MachineSets to 0, or delete them, and wait until they are gone.',
  MachineSet: 'Scale them to 0 and delete them.',
  ControlPlaneMachineSet:
    'Take its failure domains out of it first, and wait until the control plane is elsewhere.',
  Node: 'Drain them and delete their machines.',
  PersistentVolume: 'Move the data, and delete the claims.',
};
