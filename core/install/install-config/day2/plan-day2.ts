import { capitalized } from '../../../base/document/words.ts';
import { ERROR_CODES } from '../../../base/errors/codes.ts';
import { additionSteps } from './addition-steps.ts';
import { checkRequest, newFindings } from './checks-of-change.ts';
import { type ClusterObjects, textAt } from './cluster-objects.ts';
import type { Day2Change, Day2Options, Day2Plan, Day2Step } from './plan.ts';
import type { Planning } from './planning.ts';
import { removalSteps } from './removal-steps.ts';
import { startingStateOf } from './starting-state.ts';
import type { StepDraft } from './surrounding-steps.ts';

/**
 * The ordered plan of a change of an installed vSphere cluster, from its objects (openshift/enhancements#1660,
 * "Multiple vCenters Configured as Day 2"): each step with its checks, what it changes, the commands, what to wait for
 * and the way back. Refused, with the reason, where the API server would refuse or an operator would break. Pure; holds
 * no credentials, whatever the objects hold.
 */
export function planDay2(objects: ClusterObjects, change: Day2Change, options: Day2Options = {}): Day2Plan {
  const start = startingStateOf(objects, options);
  const findings = newFindings();
  checkRequest(change, findings);
  findings.rejections.push(...objects.problems);
  if (start.infrastructure === 'unfit')
    findings.rejections.push({
      ...{ code: 'cluster-objects-invalid', level: 'error' },
      message: objects.infrastructure
        ? `the cluster is not on vSphere: ${textAt(objects.infrastructure.value, 'spec', 'platformSpec', 'type') || 'its Infrastructure object names no platform'}`
        : 'the files hold no Infrastructure object (config.openshift.io)',
      remedy: ERROR_CODES['cluster-objects-invalid'][1],
    });
  const planning: Planning = { objects, start, change, options, findings };
  const drafts =
    findings.rejections.length > 0
      ? []
      : change.removeVCenters?.length
        ? removalSteps(planning)
        : additionSteps(planning);
  const ok = findings.rejections.length === 0;
  return {
    ...{ title: titleOf(change), start, ok },
    rejections: findings.rejections,
    warnings: findings.warnings,
    steps: ok ? numbered(drafts) : [],
  };
}

function numbered(drafts: readonly StepDraft[]): Day2Step[] {
  return drafts.map((draft, index) => {
    const number = String(index + 1).padStart(2, '0');
    // The folder's name has the step's, which the draft alone knows.
    return draft(`${number}-${draft('').id}`);
  });
}

function titleOf({
  convertCloudConfig,
  addVCenters = [],
  removeVCenters = [],
  addFailureDomains = [],
}: Day2Change): string {
  const parts = [
    ...(convertCloudConfig ? ['convert the cloud configuration to YAML'] : []),
    ...addVCenters.map(({ server }) => `add vCenter ${server}`),
    ...(addFailureDomains.length > 0
      ? [
          `add ${addFailureDomains.length === 1 ? 'failure domain' : 'failure domains'} ${addFailureDomains.map(({ name }) => name).join(', ')}`,
        ]
      : []),
    ...removeVCenters.map((server) => `remove vCenter ${server}`),
  ];
  const title = parts.join(', ') || 'no change';
  return capitalized(title);
}
