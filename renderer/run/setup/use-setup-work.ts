import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useClient } from '../../engine/provider.tsx';
import { runAddress } from '../../parts/addresses.ts';
import { workflowWord } from '../../parts/run-words.ts';
import { type PlanRemedy, refusedLines } from '../plan/remedies.ts';
import { usePlan } from '../plan/use-plan.ts';
import type { Pane } from './pane-tabs.tsx';
import type { SetupForm } from './use-setup-form.ts';

/** Planning and starting what a form says. */
export type SetupWork = ReturnType<typeof useSetupWork>;

/** @param show shows the configuration or its plan */
export function useSetupWork(form: SetupForm, show: (pane: Pane) => void) {
  const { workflow, places, configuration, line, settings, madeFor } = form;
  const client = useClient();
  const navigate = useNavigate();
  const wanted = madeFor(settings);
  const planning = usePlan(workflow, wanted);
  const [tried, setTried] = useState(false);
  const [starting, setStarting] = useState(false);
  const [failed, setFailed] = useState<{ error: unknown; title: string; wanted: string }>();
  const refusal = planning.errorCurrent
    ? planning.error
    : failed?.wanted === wanted
      ? failed.error
      : undefined;
  const refused = useMemo(
    () => (refusal === undefined ? [] : refusedLines(refusal, places.config)),
    [refusal, places.config],
  );

  /** Saves the text and makes the workspace known. @returns whether that went well */
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
      setFailed({ error, title: 'The workspace was not opened', wanted });
      return false;
    }
  };
  const make = async (asked = settings) => {
    if (!(await prepare())) return;
    if (await planning.make(asked, madeFor(asked))) show('plan');
  };
  const start = async () => {
    setStarting(true);
    try {
      if (!(await prepare())) return;
      const { run } = await client.request('runs.start', { settings });
      await navigate(runAddress(run));
    } catch (error) {
      setFailed({ error, title: `The ${workflowWord(workflow).toLowerCase()} was not started`, wanted });
    } finally {
      setStarting(false);
    }
  };
  return {
    planning,
    /** The plan of exactly what the form says. */
    plan: planning.current ? planning.plan : undefined,
    /** Problems of fields are shown from the first try on. */
    tried,
    /** Nothing can be planned or started now. */
    blocked: starting || form.blocked,
    /** Why exactly what the form says was refused, and its lines in the configuration. */
    refusal,
    refused,
    errors: [
      ...(planning.error === undefined ? [] : [{ error: planning.error, title: 'The plan was not made' }]),
      ...(failed ? [failed] : []),
    ],
    make,
    start,
    /** Sets an option, and plans with it. */
    settle: (option: PlanRemedy['option']) => {
      form.change({ [option]: true });
      void make(form.settingsWith({ [option]: true }));
    },
  };
}
