import type { OpenedPlan } from '../../../core/contract/topics/plan.ts';
import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import { type SetupField, type SetupOptions, type SetupPlaces, setupProblems } from './setup-fields.ts';
import type { EditedConfiguration } from './use-configuration.ts';

/** Whether a form can be planned and started. */
export interface SetupGate {
  /** A configuration file says what is mirrored: not an approved plan, and not the transfers themselves. */
  usesFile: boolean;
  /** What is missing or wrong, by field. */
  problems: Partial<Record<SetupField, string>>;
  /** In the text of the configuration. */
  configErrors: number;
  refusedPlan: boolean;
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
  const refusedPlan = opened?.approval.state === 'refused';
  // What is pressed before all of it is known would be planned and started by other settings than are shown.
  const reading = settingsPending || (usesFile && configuration.text === undefined && !configuration.error);
  return {
    usesFile,
    problems: setupProblems(workflow, places, options),
    configErrors,
    refusedPlan,
    blocked: configErrors > 0 || refusedPlan || reading,
    save: usesFile && configuration.unsaved,
  };
}
