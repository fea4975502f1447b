import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { OpenedPlan } from '../../../core/contract/topics/plan.ts';
import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { useAsk } from '../../engine/requests.ts';
import { optionsFrom, type Selected, type SetupOptions, settingsOf } from '../request/setup-fields.ts';
import { setupGate } from '../request/setup-gate.ts';
import { nameOf } from '../request/setup-places.ts';
import { useConfiguration, useUnsavedWarning } from '../request/use-configuration.ts';
import { usePlaces } from './use-places.ts';

const NO_WORKSPACES: WorkspaceLine[] = [];

/** The form of a run, and the state derived from it. */
export type SetupForm = ReturnType<typeof useSetupForm>;

/** Returns the form of a run: places of the address, options, the configuration or an approved plan. */
export function useSetupForm(workflow: WorkflowKind) {
  const workspaces = useAsk('workspaces.list', {});
  const settingsFile = useAsk('settings.read', {});
  const lines = workspaces.data?.workspaces ?? NO_WORKSPACES;
  const { places, change: changePlaces, pending } = usePlaces(workflow, lines);
  const { defaults = {}, workspaceWindows, side } = settingsFile.data ?? {};
  const [address] = useSearchParams();
  // Another screen can open a fetch with files to attach.
  const [chosen, setChosen] = useState<Partial<SetupOptions>>(() =>
    workflow === 'mirrorToDisk' && address.has('attach') ? { attach: address.getAll('attach') } : {},
  );
  const options = { ...optionsFrom(defaults, workspaceWindows?.[places.directory]), ...chosen };
  const change = (changes: Partial<SetupOptions>) => setChosen((before) => ({ ...before, ...changes }));
  const [opened, setOpened] = useState<OpenedPlan>();
  const configuration = useConfiguration(places.config);
  useUnsavedWarning();

  const settingsPending = settingsFile.isPending;
  const gate = setupGate({ workflow, places, options, configuration, opened, settingsPending });
  const selected: Selected = gate.usesFile ? configuration.selected : {};
  /** Returns the settings of the form with other options. */
  const settingsWith = (changes: Partial<SetupOptions>) =>
    settingsOf(workflow, places, { ...options, ...changes }, selected);
  return {
    workflow,
    lines,
    /** The workspace of the form, if it is on the list. */
    line: lines.find(({ directory }) => directory === places.directory),
    /** Its name. */
    where: nameOf(places.directory, lines),
    /** This host is on both sides of the gap. */
    bothSides: side === 'both',
    /** The defaults aren't known yet. */
    pending: pending || workspaces.isLoading,
    places,
    changePlaces,
    options,
    change,
    configuration,
    selected,
    /** A plan that replaces the configuration. */
    opened,
    open: (plan: OpenedPlan | undefined, requireSignature: string) => {
      setOpened(plan);
      change({ planFile: plan?.file ?? '', requireSignature });
    },
    ...gate,
    settings: settingsWith({}),
    settingsWith,
    /** Identifies the exact state of the form, to recognize its plans. */
    plannedFor: (settings: ReturnType<typeof settingsWith>) => JSON.stringify([settings, configuration.text]),
  };
}
