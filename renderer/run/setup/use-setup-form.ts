import { useState } from 'react';
import type { OpenedPlan } from '../../../core/contract/topics/plan.ts';
import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { useAsk } from '../../engine/requests.ts';
import { optionsFrom, type SetupOptions, settingsOf } from '../request/setup-fields.ts';
import { setupGate } from '../request/setup-gate.ts';
import { nameOf } from '../request/setup-places.ts';
import { useConfiguration, useUnsavedWarning } from '../request/use-configuration.ts';
import { usePlaces } from './use-places.ts';

const NO_WORKSPACES: WorkspaceLine[] = [];

/** What the form of a run says, and what follows from it. */
export type SetupForm = ReturnType<typeof useSetupForm>;

/** The form of a run: places of the address, options, the configuration or an approved plan. */
export function useSetupForm(workflow: WorkflowKind) {
  const workspaces = useAsk('workspaces.list', {});
  const settingsFile = useAsk('settings.read', {});
  const lines = workspaces.data?.workspaces ?? NO_WORKSPACES;
  const { places, change: changePlaces, pending } = usePlaces(workflow, lines);
  const { defaults = {}, workspaceWindows, side } = settingsFile.data ?? {};
  const [chosen, setChosen] = useState<Partial<SetupOptions>>({});
  const options = { ...optionsFrom(defaults, workspaceWindows?.[places.directory]), ...chosen };
  const change = (changes: Partial<SetupOptions>) => setChosen((before) => ({ ...before, ...changes }));
  const [opened, setOpened] = useState<OpenedPlan>();
  const configuration = useConfiguration(places.config);
  useUnsavedWarning();

  const settingsPending = settingsFile.isPending;
  const gate = setupGate({ workflow, places, options, configuration, opened, settingsPending });
  const operators = gate.usesFile ? configuration.operators : undefined;
  /** What is requested by the form with other options. */
  const settingsWith = (changes: Partial<SetupOptions>) =>
    settingsOf(workflow, places, { ...options, ...changes }, operators);
  return {
    workflow,
    lines,
    /** The workspace or folder of the form, where it is on the list. */
    line: lines.find(({ directory }) => directory === places.directory),
    /** What people call it. */
    where: nameOf(places.directory, lines),
    /** This host is on both sides of the gap. */
    bothSides: side === 'both',
    /** What is at hand isn't known yet. */
    pending: pending || workspaces.isLoading,
    places,
    changePlaces,
    options,
    change,
    configuration,
    /** Whether the configuration names operator catalogs; undefined while that isn't known. */
    operators,
    /** A plan in the place of the configuration. */
    opened,
    open: (plan: OpenedPlan | undefined, requireSignature: string) => {
      setOpened(plan);
      change({ planFile: plan?.file ?? '', requireSignature });
    },
    ...gate,
    settings: settingsWith({}),
    settingsWith,
    /** Names exactly what the form says, for plans that were made of it. */
    madeFor: (settings: ReturnType<typeof settingsWith>) => JSON.stringify([settings, configuration.text]),
  };
}
