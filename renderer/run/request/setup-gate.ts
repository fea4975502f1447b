import type { OpenedPlan } from '../../../core/contract/topics/plan.ts';
import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import { type SetupField, type SetupOptions, type SetupPlaces, setupProblems } from './setup-fields.ts';
import type { EditedConfiguration } from './use-configuration.ts';

/** Whether a form can be planned and started. */
export interface SetupGate {
  /** A configuration file selects the content, not an approved plan or the transfers themselves. */
  usesFile: boolean;
  /** Problems of fields. */
  problems: Partial<Record<SetupField, string>>;
  /** In the text of the configuration. */
  configErrors: number;
  rejectedPlan: boolean;
  /** Neither can be requested now. Missing fields don't block: pressing a button shows them. */
  blocked: boolean;
  /** The text of the configuration is saved first. */
  save: boolean;
}

export function setupGate(of: {
  workflow: WorkflowKind;
  places: SetupPlaces;
  options: SetupOptions;
  configuration: Pick<EditedConfiguration, 'text' | 'error' | 'unsaved' | 'problems'>;
  opened: Pick<OpenedPlan, 'approval'> | undefined;
  /** The defaults of new runs aren't known yet. */
  settingsPending: boolean;
}): SetupGate {
  const { workflow, places, options, configuration, opened, settingsPending } = of;
  const usesFile = places.config !== '' && !options.planFile;
  const configErrors = usesFile ? configuration.problems.filter(({ level }) => level === 'error').length : 0;
  const rejectedPlan = opened?.approval.state === 'rejected';
  // A plan or start before everything is known would use other settings than the form shows.
  const reading = settingsPending || (usesFile && configuration.text === undefined && !configuration.error);
  return {
    usesFile,
    problems: setupProblems(workflow, places, options),
    configErrors,
    rejectedPlan,
    blocked: configErrors > 0 || rejectedPlan || reading,
    save: usesFile && configuration.unsaved,
  };
}
