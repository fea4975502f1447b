import { shellWord } from '../../../base/document/shell-word.ts';
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

/** Steps of converting, of adding vCenters and failure domains; what is refused is said in the findings. */
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
  if (addVCenters.length > 0) checkRelease(start, 'a second vCenter', findings);
  else if (convertCloudConfig) checkRelease(start, 'a cloud configuration in YAML', findings);
  if (
    convertCloudConfig &&
    start.cloudConfig === 'yaml' &&
    addVCenters.length + addFailureDomains.length === 0
  )
    findings.rejectRequest('the cloud configuration is YAML already', 'There is nothing to do.');

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

/** The name that the installer gives a template, where none is named: the control plane takes it from here. */
function withTemplate(domain: ClusterFailureDomain, infraId: string): ClusterFailureDomain {
  const { name, topology } = domain;
  if (topology.template || !infraId || !name || !topology.datacenter) return domain;
  const template = `/${topology.datacenter.replace(/^\//, '')}/vm/${infraId}-rhcos-${name}`;
  return { ...domain, topology: { ...topology, template } };
}

/** The failure domain of a cluster that has none; refused when its objects do not tell enough. */
function firstDomain(
  { objects, start, findings }: Planning,
  described: ClusterFailureDomain | undefined,
): ExistingDomain {
  const first = existingDomainOf(objects, start, described);
  if (first.missing.length > 0)
    findings.rejectRequest(
      `the cluster has no failure domains, and its objects do not tell ${first.missing.join(', ')} of the place that it runs in`,
      `Fetch Machines and MachineSets, too, or describe that place in the file of failure domains, with the name ${GENERATED.name}.`,
    );
  if (first.elsewhere.length > 0)
    findings.warn(
      `machines are also in ${first.elsewhere.join(' and ')}: ${GENERATED.name} can be one place only`,
      `Describe it in the file of failure domains, with the name ${GENERATED.name}, or add the other places as failure domains.`,
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
  // With something refused there is nothing to write.
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
          title: `Describe what the cluster runs on as ${first.domain.name}`,
          why: `The cluster is from before failure domains. ${sets ? 'The API takes the first vCenter in an update of its own, ' : 'Its place is written first, '}and what is there needs a failure domain before another comes.`,
          preChecks: [
            {
              ...{ title: 'The place is right', verdict: 'ask' },
              detail: `machines are in ${first.domain.topology.computeCluster} of ${first.domain.server}, on ${first.domain.topology.datastore} and ${first.domain.topology.networks.join(', ')}; the template is ${first.domain.topology.template ?? 'not known'}`,
            },
          ],
          remains: sets
            ? 'the first vCenter cannot be unset once it is set: this step cannot be taken back'
            : '',
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
          title: `Infrastructure: add ${names.join(', ')}`,
          why: 'vCenter and failure domains come in one update, for a failure domain without its vCenter breaks the cloud controller operator.',
          preChecks: [
            ...gateChecks(start, addVCenters),
            ...addVCenters.map(({ server }) => accountCheck(objects, server)),
          ],
          remains: 'machines and volumes that were made in the new failure domains have to go first',
        },
      ),
    );
  }
  return steps;
}

export function gateChecks(start: Planning['start'], changed: readonly ListedVCenter[]): PreCheck[] {
  if (changed.length === 0) return [];
  const on = gateState(start, DAY2_GATE) === 'on';
  return [
    {
      title: `The feature gate ${DAY2_GATE} is on`,
      verdict: on ? 'pass' : 'ask',
      detail: on
        ? `the FeatureGate object says so for ${start.openShiftVersion ?? 'the running release'}`
        : 'it must print the gate; otherwise the API refuses: vcenters cannot be added or removed once set',
      command: `oc get featuregates.config.openshift.io/cluster -o jsonpath='{.status.featureGates[*].enabled[?(@.name=="${DAY2_GATE}")].name}'`,
    },
  ];
}

function accountCheck(objects: Planning['objects'], server: string): PreCheck {
  const there = hasCredentials(objects, server) === true;
  return {
    title: `The account of ${server} is in kube-system/vsphere-creds`,
    verdict: there ? 'pass' : 'ask',
    detail: there ? 'the Secret has both keys' : 'the step before has put it there: two keys are printed',
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
      findings.warn(
        `no failure domain is added for ${server}: no machine can be made there`,
        'Add one in the same plan.',
      );
  if (!firstTime) return;
  findings.warn(
    'zones come into use: nodes that are there get no region and zone labels until the cloud provider initialises them anew, and volumes without topology stay where they are',
    'Plan for workloads that are spread by zone; new nodes and volumes have them.',
  );
  if (start.infrastructure !== 'defined')
    findings.warn(
      `the vCenter of now needs the tags ${GENERATED.region} and ${GENERATED.zone} before the second failure domain comes`,
      `Attach them as the step of the vCenters says. Renaming ${GENERATED.name} would break the machines that refer to it.`,
    );
}
