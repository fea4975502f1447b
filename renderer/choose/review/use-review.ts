import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ContractError } from '../../../core/contract/contract-error.ts';
import { useClient } from '../../engine/provider.tsx';
import { useAsk } from '../../engine/requests.ts';
import { runAddress } from '../../parts/addresses.ts';
import { usePlan } from '../../run/plan/use-plan.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';
import { t } from './messages.ts';

/** The actions of Review: save the file, list the images, start the run. */
export type Review = ReturnType<typeof useReview>;

export function useReview() {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { draft, change, version } = useDraft();
  const { again } = useDraftPlan();
  const { step: _, ...compared } = draft;
  const command = useAsk('drafts.command', { draft: { ...compared, step: 'review' } }, { keep: true });
  const settings = command.data?.settings;
  const plannedFor = JSON.stringify([settings, draft.text]);
  const planning = usePlan(`draft ${draft.id}`, plannedFor);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ error: unknown; title: string; file?: string }>();
  const [savedAt, setSavedAt] = useState<number>();

  /** Writes the text of the draft to a file, which then is the draft's file. */
  const write = async (digest: string | undefined, file = draft.file): Promise<boolean> => {
    setFailed(undefined);
    const { text } = draft;
    try {
      const saved = await client.request('configurations.save', { file, text, digest: digest || undefined });
      const isSame = saved.digest === draft.digest && file === draft.file;
      change({ file, digest: saved.digest });
      setSavedAt(version + (isSame ? 0 : 1));
      queries.setQueryData(['configurations.read', { file }], { file, text, digest: saved.digest });
      void queries.invalidateQueries({ queryKey: ['configurations.list'] });
      return true;
    } catch (error) {
      setFailed({ error, title: t('saveFailedTitle'), file });
      return false;
    }
  };
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    setBusy(true);
    try {
      return await work();
    } finally {
      setBusy(false);
    }
  };
  /** Saves the file and opens the workspace, which a plan and a run need. */
  const prepare = async (): Promise<boolean> => {
    if (!(await write(draft.digest))) return false;
    if (draft.workspace === undefined) return true;
    try {
      await client.request('workspaces.open', { directory: draft.workspace, create: true });
      return true;
    } catch (error) {
      setFailed({ error, title: t('workspaceFailedTitle') });
      return false;
    }
  };
  return {
    /** The command and the settings of the run; undefined while one is missing. */
    command: command.error ? undefined : command.data,
    commandError: command.error ?? undefined,
    /** The plan of exactly this draft, once it exists. */
    planning,
    busy,
    /** Whether the file has the text of the draft. */
    saved: savedAt === version,
    failed,
    /** Whether someone else changed the file after the draft was started. */
    conflict: failed?.error instanceof ContractError && failed.error.failure.code === 'file-changed',
    /** Saves the file. Returns whether it has the text now. */
    save: () => during(() => write(draft.digest)),
    /** Saves the text to another file, which must not exist. Returns whether it was written. */
    saveAs: (file: string) => during(() => write(file === draft.file ? draft.digest : undefined, file)),
    /** Overwrites the file that already exists or that someone else changed. */
    overwrite: () =>
      during(async () => {
        const file = failed?.file ?? draft.file;
        try {
          const now = await client.request('configurations.read', { file });
          await write(now.digest, file);
        } catch (error) {
          setFailed({ error, title: t('saveFailedTitle'), file });
        }
      }),
    /** Saves the file and lists every image. Returns whether a plan exists now. */
    list: () =>
      during(async () => {
        planning.forgetError();
        const made =
          settings !== undefined && (await prepare()) && (await planning.make(settings, plannedFor));
        // Planning loaded the manifests, so the sizes are exact now.
        if (made) again();
        return made;
      }),
    /** Saves the file, starts the run and opens its page. */
    run: () =>
      during(async () => {
        if (settings === undefined || !(await prepare())) return;
        try {
          const { run } = await client.request('runs.start', { settings });
          await navigate(runAddress(run));
          planning.forgetStarted();
        } catch (error) {
          setFailed({ error, title: t('runFailedTitle') });
        }
      }),
  };
}
