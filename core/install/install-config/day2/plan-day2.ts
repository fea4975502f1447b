import { commaList } from '../../../base/document/words.ts';
import { ERROR_CODES } from '../../../base/errors/codes.ts';
import { additionSteps } from './addition-steps.ts';
import { checkRequest, newFindings } from './checks-of-change.ts';
import { type ClusterObjects, textAt } from './cluster-objects.ts';
import { t } from './messages.ts';
import type { Day2Change, Day2Options, Day2Plan, Day2Step } from './plan.ts';
import type { Planning } from './planning.ts';
import { removalSteps } from './removal-steps.ts';
import { startingStateOf } from './starting-state.ts';
import type { StepDraft } from './surrounding-steps.ts';

/**
 * Returns the ordered plan of a change of an installed vSphere cluster, made from its objects
 * (openshift/enhancements#1660, "Multiple vCenters Configured as Day 2"). Each step has its checks, changes, commands,
 * wait conditions and rollback. The plan is rejected, with the reason, if the API server would reject the change or an
 * operator would break. It never contains credentials, even if the objects do.
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
        ? platformMessage(textAt(objects.infrastructure.value, 'spec', 'platformSpec', 'type'))
        : t('infrastructureMissing'),
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

function platformMessage(platform: string): string {
  return platform ? t('otherPlatform', { platform }) : t('platformMissing');
}

function numbered(drafts: readonly StepDraft[]): Day2Step[] {
  return drafts.map((draft, index) => {
    const number = String(index + 1).padStart(2, '0');
    // The name of the folder contains the ID of the step, which only the draft knows.
    return draft(`${number}-${draft('').id}`);
  });
}

function titleOf({
  convertCloudConfig,
  addVCenters = [],
  removeVCenters = [],
  addFailureDomains = [],
}: Day2Change): string {
  const parts: ((first: 'yes' | 'no') => string)[] = [];
  if (convertCloudConfig) parts.push((first) => t('convertPart', { first }));
  for (const { server } of addVCenters) parts.push((first) => t('addVCenterPart', { first, server }));
  const count = addFailureDomains.length;
  const names = commaList(addFailureDomains.map(({ name }) => name));
  if (count > 0) parts.push((first) => t('addDomainsPart', { first, count, names }));
  for (const server of removeVCenters) parts.push((first) => t('removeVCenterPart', { first, server }));
  if (parts.length === 0) return t('noChangeTitle');
  return commaList(parts.map((part, index) => part(index === 0 ? 'yes' : 'no')));
}
