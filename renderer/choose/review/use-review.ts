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

/** What Review can do with a draft: keep its file, list its images, start it. */
export type Review = ReturnType<typeof useReview>;

export function useReview() {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { draft, change, version } = useDraft();
  const { again } = useDraftPlan();
  const { step: _, ...asked } = draft;
  const command = useAsk('drafts.command', { draft: { ...asked, step: 'review' } }, { keep: true });
  const settings = command.data?.settings;
  const madeFor = JSON.stringify([settings, draft.text]);
  const planning = usePlan(`draft ${draft.id}`, madeFor);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ error: unknown; title: string }>();
  const [savedAt, setSavedAt] = useState<number>();

  const write = async (digest: string | undefined): Promise<boolean> => {
    setFailed(undefined);
    const { file, text } = draft;
    try {
      const saved = await client.request('configurations.save', { file, text, digest: digest || undefined });
      change({ digest: saved.digest });
      setSavedAt(version + (saved.digest === draft.digest ? 0 : 1));
      queries.setQueryData(['configurations.read', { file }], { file, text, digest: saved.digest });
      void queries.invalidateQueries({ queryKey: ['configurations.list'] });
      return true;
    } catch (error) {
      setFailed({ error, title: 'The configuration was not saved' });
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
  /** The file and the workspace that a plan and a run need. */
  const prepare = async (): Promise<boolean> => {
    if (!(await write(draft.digest))) return false;
    if (draft.workspace === undefined) return true;
    try {
      await client.request('workspaces.open', { directory: draft.workspace, create: true });
      return true;
    } catch (error) {
      setFailed({ error, title: 'The workspace was not opened' });
      return false;
    }
  };
  return {
    /** The headless command and the settings of the run; undefined while something is missing for them. */
    command: command.error ? undefined : command.data,
    commandError: command.error ?? undefined,
    /** The plan of exactly this draft, once it was made. */
    planning,
    busy,
    /** The file has the text of the draft. */
    saved: savedAt === version,
    failed,
    /** Someone else changed the file since the draft was begun. */
    conflict: failed?.error instanceof ContractError && failed.error.failure.code === 'file-changed',
    /** @returns whether the file has the text now */
    save: () => during(() => write(draft.digest)),
    /** Saves over what someone else wrote. */
    overwrite: () =>
      during(async () => {
        try {
          const now = await client.request('configurations.read', { file: draft.file });
          await write(now.digest);
        } catch (error) {
          setFailed({ error, title: 'The configuration was not saved' });
        }
      }),
    /** Saves the file and lists every image. @returns whether there is a plan now */
    list: () =>
      during(async () => {
        planning.forgetError();
        const made = settings !== undefined && (await prepare()) && (await planning.make(settings, madeFor));
        // It has read the manifests: the sums are exact now.
        if (made) again();
        return made;
      }),
    /** Saves the file, starts the run and goes there. */
    run: () =>
      during(async () => {
        if (settings === undefined || !(await prepare())) return;
        try {
          const { run } = await client.request('runs.start', { settings });
          await navigate(runAddress(run));
        } catch (error) {
          setFailed({ error, title: 'The run was not started' });
        }
      }),
  };
}
