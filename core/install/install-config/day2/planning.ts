import type { Problem } from '../../../base/errors/airlock-error.ts';
import { convertCloudConfig, droppedText } from '../../cloud-config/convert-cloud-config.ts';
import type { Findings } from './checks-of-change.ts';
import { type CloudConfigChange, type CloudConfigStep, cloudConfigStep } from './cloud-config-step.ts';
import type { ClusterObjects } from './cluster-objects.ts';
import { t } from './messages.ts';
import type { Day2Change, Day2Options } from './plan.ts';
import { readClusterCloudConfig, type StartingState } from './starting-state.ts';

/** The input and the findings of a plan. */
export interface Planning {
  objects: ClusterObjects;
  start: StartingState;
  change: Day2Change;
  options: Day2Options;
  findings: Findings;
}

/**
 * Returns the step for the ConfigMap if it is needed and possible, and reports the problems of the configuration.
 * @param needed whether the change requires this step
 */
export function planCloudConfig(
  { objects, start, options, findings }: Planning,
  change: Omit<CloudConfigChange, 'layout'>,
  needed: boolean,
): CloudConfigStep {
  const found = readClusterCloudConfig(objects);
  const nothing: CloudConfigStep = { clearText: [] };
  if (!found) {
    if (needed) findings.reject(t('cloudConfigMissing'), t('cloudConfigMissingRemedy'));
    else findings.warn(t('cloudConfigUnchanged'), t('cloudConfigMissingRemedy'));
    return nothing;
  }
  const result = cloudConfigStep(found.object, found.key, { ...change, layout: options.layout ?? 'minimal' });
  if (!result.step && !needed) return result;
  const { problems, dropped } = convertCloudConfig(found.read.text);
  for (const { code, level, message, remedy, path } of problems) {
    const reported: Problem = {
      ...{ code, level, remedy, file: found.object.file },
      message: `${found.object.name}: ${message}`,
      path,
    };
    if (level === 'error' && start.cloudConfig === 'unreadable') findings.rejections.push(reported);
    else if (level !== 'info') findings.warnings.push({ ...reported, level: 'warning' });
  }
  for (const each of dropped)
    if (each.section !== '' && !each.secret)
      findings.warn(t('notInYaml', { setting: droppedText(each) }), t('notInYamlRemedy'));
  return result;
}
