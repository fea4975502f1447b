import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useClient } from '../../engine/provider.tsx';
import { runAddress } from '../../parts/addresses.ts';
import { type PlanRemedy, rejectedLines } from '../plan/remedies.ts';
import { usePlan } from '../plan/use-plan.ts';
import { t } from './messages.ts';
import type { Pane } from './pane-tabs.tsx';
import type { SetupForm } from './use-setup-form.ts';

/** Plans and starts the run of a form. */
export type SetupWork = ReturnType<typeof useSetupWork>;

const START_FAILED = {
  mirrorToDisk: t('fetchFailedTitle'),
  diskToMirror: t('pushFailedTitle'),
  mirrorToMirror: t('mirrorFailedTitle'),
} as const;

/** @param show shows the configuration or its plan */
export function useSetupWork(form: SetupForm, show: (pane: Pane) => void) {
  const { workflow, places, configuration, line, settings, plannedFor } = form;
  const client = useClient();
  const navigate = useNavigate();
  const wanted = plannedFor(settings);
  const planning = usePlan(workflow, wanted);
  const [tried, setTried] = useState(false);
  const [starting, setStarting] = useState(false);
  const [failed, setFailed] = useState<{
    error: unknown;
    title: string;
    wanted: string;
    again: () => Promise<void>;
  }>();
  const rejection = planning.errorCurrent
    ? planning.error
    : failed?.wanted === wanted
      ? failed.error
      : undefined;
  const rejected = useMemo(
    () => (rejection === undefined ? [] : rejectedLines(rejection, places.config)),
    [rejection, places.config],
  );

  /** Saves the text and adds the workspace to the list. @returns whether both succeeded */
  const prepare = async (): Promise<boolean> => {
    setTried(true);
    setFailed(undefined);
    planning.forgetError();
    if (Object.keys(form.problems).length > 0 || form.blocked) return false;
    if (form.save && !(await configuration.save())) {
      show('configuration');
      return false;
    }
    if (workflow === 'diskToMirror' || line) return true;
    try {
      await client.request('workspaces.open', { directory: places.directory, create: true });
      return true;
    } catch (error) {
      setFailed({ error, title: t('workspaceFailedTitle'), wanted, again: () => make() });
      return false;
    }
  };
  const make = async (requested = settings): Promise<void> => {
    if (!(await prepare())) return;
    if (await planning.make(requested, plannedFor(requested))) show('plan');
  };
  const start = async (): Promise<void> => {
    setStarting(true);
    try {
      if (!(await prepare())) return;
      const { run } = await client.request('runs.start', { settings });
      await navigate(runAddress(run));
      planning.forgetStarted();
    } catch (error) {
      setFailed({ error, title: START_FAILED[workflow], wanted, again: start });
    } finally {
      setStarting(false);
    }
  };
  return {
    planning,
    /** The plan of exactly the current form. */
    plan: planning.current ? planning.plan : undefined,
    /** Problems of fields are shown after the first attempt. */
    tried,
    /** Nothing can be planned or started now. */
    blocked: starting || form.blocked,
    /** Why the current form was rejected, and the lines of the configuration concerned. */
    rejection,
    rejected,
    errors: [
      ...(planning.error === undefined
        ? []
        : [{ error: planning.error, title: t('planFailedTitle'), again: () => make() }]),
      ...(failed ? [failed] : []),
    ],
    make,
    start,
    /** Sets an option, and plans again. */
    settle: (option: PlanRemedy['option']) => {
      form.change({ [option]: true });
      void make(form.settingsWith({ [option]: true }));
    },
  };
}
