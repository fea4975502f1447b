import { shellWord } from '../../../base/document/shell-word.ts';
import { wordList } from '../../../base/document/words.ts';
import {
  checkDay2Gate,
  checkFailureDomains,
  checkRelease,
  checkVCenters,
  DAY2_GATE,
  gateState,
} from './checks-of-change.ts';
import { type ExistingDomain, existingDomainOf } from './existing-domain.ts';
import { changedInfrastructure, infrastructureStep } from './infrastructure-steps.ts';
import { controlPlaneStep, machineSetsStep } from './machine-steps.ts';
import { t } from './messages.ts';
import { nameOf, ownFields } from './object-text.ts';
import type { ClusterFailureDomain, PreCheck } from './plan.ts';
import { type Planning, planCloudConfig } from './planning.ts';
import { GENERATED, type ListedVCenter, readClusterCloudConfig } from './starting-state.ts';
import {
  backUpStep,
  credentialsStep,
  hasCredentials,
  prepareStep,
  type StepDraft,
  withDatacenters,
} from './surrounding-steps.ts';

/** Returns the steps that convert the cloud configuration and add vCenters and failure domains. Reports rejections in the findings. */
export function additionSteps(planning: Planning): StepDraft[] {
  const { objects, start, change, findings } = planning;
  const { convertCloudConfig = false, addVCenters = [], addFailureDomains = [] } = change;
  const legacy = start.infrastructure === 'legacy';
  const described = legacy ? addFailureDomains.find(({ name }) => name === GENERATED.name) : undefined;
  const added = addFailureDomains
    .filter((domain) => domain !== described)
    .map((domain) => withTemplate(domain, start.infraId));
  const first =
    legacy && addVCenters.length + addFailureDomains.length > 0
      ? firstDomain(planning, described)
      : undefined;
  const present = start.vcenters.length > 0 ? start.vcenters : first ? [first.vcenter] : [];
  const existing = first ? [first.domain] : [];
  const servers = [...present, ...addVCenters].map(({ server }) => server);

  checkVCenters(present, addVCenters, findings);
  checkFailureDomains(start, [...existing, ...added], servers, findings);
  if (addVCenters.length > 0 && present.length > 0) checkDay2Gate(start, findings);
  if (addVCenters.length > 0) checkRelease(start, 'vcenter', findings);
  else if (convertCloudConfig) checkRelease(start, 'yaml', findings);
  if (
    convertCloudConfig &&
    start.cloudConfig === 'yaml' &&
    addVCenters.length + addFailureDomains.length === 0
  )
    findings.reject(t('alreadyYaml'), t('alreadyYamlRemedy'));

  const domainsBefore = start.failureDomains.length + existing.length;
  const several = domainsBefore + added.length > 1;
  warnOfZones(planning, added, several && start.failureDomains.length <= 1);

  const grown = withDatacenters(present, added).filter(
    ({ server, datacenters }) =>
      datacenters.length > (present.find((vcenter) => vcenter.server === server)?.datacenters.length ?? 0),
  );
  const cloud = planCloudConfig(
    planning,
    {
      ...{ id: 'cloud-config', removed: [], labels: several },
      convert: convertCloudConfig || addVCenters.length > 0,
      vcenters: [...grown, ...withDatacenters(addVCenters, added)],
    },
    convertCloudConfig || addVCenters.length > 0,
  );
  const infrastructure = infrastructureSteps(planning, first, added);
  const newServers = addVCenters.map(({ server }) => server);
  const cloudObject = readClusterCloudConfig(objects)?.object;
  const drafts = [
    backUpStep(objects, cloudObject && nameOf(cloudObject)),
    prepareStep(start, newServers, added),
    credentialsStep(objects, [...new Set([...newServers, ...cloud.clearText])]),
    cloud.step,
    ...infrastructure,
    machineSetsStep(objects, start, added),
    controlPlaneStep(
      objects,
      [...start.failureDomains, ...existing].map(({ name }) => name),
      added,
    ),
  ];
  return drafts.filter((draft) => draft !== undefined);
}

/** Adds the template with the name from the installer if the domain has none, because the control plane reads it from here. */
function withTemplate(domain: ClusterFailureDomain, infraId: string): ClusterFailureDomain {
  const { name, topology } = domain;
  if (topology.template || !infraId || !name || !topology.datacenter) return domain;
  const template = `/${topology.datacenter.replace(/^\//, '')}/vm/${infraId}-rhcos-${name}`;
  return { ...domain, topology: { ...topology, template } };
}

/** Returns the failure domain of a cluster that has none. Rejects the request if its objects don't show enough of it. */
function firstDomain(
  { objects, start, findings }: Planning,
  described: ClusterFailureDomain | undefined,
): ExistingDomain {
  const first = existingDomainOf(objects, start, described);
  if (first.missing.length > 0)
    findings.reject(
      t('locationUnknown', { fields: wordList(first.missing) }),
      t('locationUnknownRemedy', { name: GENERATED.name }),
    );
  if (first.elsewhere.length > 0)
    findings.warn(
      t('machinesElsewhere', { places: wordList(first.elsewhere), name: GENERATED.name }),
      t('machinesElsewhereRemedy', { name: GENERATED.name }),
    );
  return first;
}

function infrastructureSteps(
  { objects, start, change, findings }: Planning,
  first: ExistingDomain | undefined,
  added: readonly ClusterFailureDomain[],
): (StepDraft | undefined)[] {
  const { addVCenters = [] } = change;
  const object = objects.infrastructure;
  // A rejected plan has no steps.
  if (!object || findings.rejections.length > 0) return [];
  const before = ownFields(object);
  const described = first
    ? changedInfrastructure(before, {
        addVCenters: start.vcenters.length === 0 ? [first.vcenter] : [],
        addFailureDomains: [first.domain],
      })
    : before;
  const sets = start.vcenters.length === 0;
  const steps: (StepDraft | undefined)[] = [
    first &&
      infrastructureStep(
        object,
        { before, after: described },
        {
          id: 'first-vcenter',
          title: t('locationTitle', { name: first.domain.name }),
          why: sets ? t('firstVCenterWhy') : t('firstDomainWhy'),
          preChecks: [
            {
              ...{ title: t('locationCheck'), verdict: 'ask' },
              detail: locationText(first.domain),
            },
          ],
          remains: sets ? t('firstVCenterRemains') : '',
          final: sets,
        },
      ),
  ];
  if (addVCenters.length + added.length > 0) {
    const names = [...addVCenters.map(({ server }) => server), ...added.map(({ name }) => name)];
    steps.push(
      infrastructureStep(
        object,
        {
          before: described,
          after: changedInfrastructure(described, { addVCenters, addFailureDomains: added }),
        },
        {
          id: 'infrastructure',
          title: t('addTitle', { names: names.join(', ') }),
          why: t('addWhy'),
          preChecks: [
            ...gateChecks(start, addVCenters),
            ...addVCenters.map(({ server }) => accountCheck(objects, server)),
          ],
          remains: t('addRemains'),
        },
      ),
    );
  }
  return steps;
}

function locationText({ server, topology }: ClusterFailureDomain): string {
  const { computeCluster: cluster, datastore, template } = topology;
  const known = { cluster, server, datastore, networks: topology.networks.join(', ') };
  return template
    ? t('locationCheckDetail', { ...known, template })
    : t('locationCheckNoTemplateDetail', known);
}

export function gateChecks(start: Planning['start'], changed: readonly ListedVCenter[]): PreCheck[] {
  if (changed.length === 0) return [];
  const on = gateState(start, DAY2_GATE) === 'on';
  return [
    {
      title: t('gateCheck', { gate: DAY2_GATE }),
      verdict: on ? 'pass' : 'ask',
      detail: !on
        ? t('gateAskDetail')
        : start.openShiftVersion === undefined
          ? t('gateOnHereDetail')
          : t('gateOnDetail', { release: start.openShiftVersion }),
      command: `oc get featuregates.config.openshift.io/cluster -o jsonpath='{.status.featureGates[*].enabled[?(@.name=="${DAY2_GATE}")].name}'`,
    },
  ];
}

function accountCheck(objects: Planning['objects'], server: string): PreCheck {
  const there = hasCredentials(objects, server) === true;
  return {
    title: t('accountCheck', { server, secret: 'kube-system/vsphere-creds' }),
    verdict: there ? 'pass' : 'ask',
    detail: there ? t('accountFoundDetail') : t('accountAskDetail'),
    command: `oc get secret/vsphere-creds -n kube-system -o go-template='{{range $key, $value := .data}}{{$key}}{{"\\n"}}{{end}}' | grep -F ${shellWord(`${server}.`)}`,
  };
}

function warnOfZones(
  { start, change, findings }: Planning,
  added: readonly ClusterFailureDomain[],
  firstTime: boolean,
): void {
  for (const { server } of change.addVCenters ?? [])
    if (!added.some((domain) => domain.server === server))
      findings.warn(t('vcenterWithoutDomain', { server }), t('vcenterWithoutDomainRemedy'));
  if (!firstTime) return;
  findings.warn(t('zonesFirstUse'), t('zonesFirstUseRemedy'));
  if (start.infrastructure !== 'defined')
    findings.warn(
      t('tagsForCurrent', { region: GENERATED.region, zone: GENERATED.zone }),
      t('tagsForCurrentRemedy', { name: GENERATED.name }),
    );
}
