import type { Problem } from '../../../base/errors/airlock-error.ts';
import { convertCloudConfig, droppedText } from '../../cloud-config/convert-cloud-config.ts';
import type { Findings } from './checks-of-change.ts';
import { type CloudConfigChange, type CloudConfigStep, cloudConfigStep } from './cloud-config-step.ts';
import type { ClusterObjects } from './cluster-objects.ts';
import type { Day2Change, Day2Options } from './plan.ts';
import { readClusterCloudConfig, type StartingState } from './starting-state.ts';

/** What the parts of a plan are made from. */
export interface Planning {
  objects: ClusterObjects;
  start: StartingState;
  change: Day2Change;
  options: Day2Options;
  findings: Findings;
}

/**
 * The step of the ConfigMap, if it is needed and can be made; what is wrong with it is said.
 * @param needed without it the change cannot be made
 */
export function planCloudConfig(
  { objects, start, options, findings }: Planning,
  change: Omit<CloudConfigChange, 'layout'>,
  needed: boolean,
): CloudConfigStep {
  const found = readClusterCloudConfig(objects);
  const nothing: CloudConfigStep = { clearText: [] };
  if (!found) {
    const remedy = 'Fetch ConfigMap cloud-provider-config of openshift-config, too.';
    const message = 'the files hold no cloud configuration (ConfigMap cloud-provider-config)';
    if (needed) findings.rejectRequest(message, remedy);
    else findings.warn(`${message}: it is left as it is`, remedy);
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
      findings.warn(`not in the YAML: ${droppedText(each)}`, 'See that nothing of it is missed.');
  return result;
}
