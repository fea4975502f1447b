import { useState } from 'react';
import { useAsk, useDo } from '../../engine/requests.ts';
import { useDrives } from '../drives/use-drives.ts';
import { useJobControls } from '../use-job-controls.ts';
import { useExportJob } from '../use-media-job.ts';
import { type CarryChoices, exportInput, largestPiece, NO_CHOICES } from './choices.ts';
import { carryStep } from './step.ts';

/** An export of a transfer: what is chosen, what is under way, what can be done. */
export type Carrying = ReturnType<typeof useCarrying>;

/** The export of a transfer, as the screen Carry works on it. */
export function useCarrying(workspace: string, transfer: string) {
  const [picked, setPicked] = useState<string[]>();
  const [choices, setChoices] = useState<CarryChoices>(NO_CHOICES);
  const job = useExportJob(workspace, transfer);
  const controls = useJobControls(job, 'Pause the export');
  // A window that is opened again shows the media that are being written.
  const chosen = picked ?? (controls.under && job?.settings.kind === 'export' ? job.settings.to : []);
  const plan = useAsk(
    'media.planExport',
    { workspace, transfer, to: chosen, profile: choices.profile, pieceSize: largestPiece(choices) },
    { keep: true, staleTime: 0 },
  );
  const drives = useDrives(workspace);
  const start = useDo('media.export');
  const insert = useDo('jobs.answer');
  const most = plan.data?.pieces.length ?? 0;
  const asked = exportInput({ workspace, transfer, to: chosen, choices, most });
  const next = chosen.at(-1);
  return {
    workspace,
    transfer,
    job,
    controls,
    plan: plan.data,
    drives,
    /** Folders that are chosen, in the order in which they are filled. */
    chosen,
    setChosen: setPicked,
    choices,
    choose: (changes: Partial<CarryChoices>) => setChoices({ ...choices, ...changes }),
    step: carryStep({ job, plan: plan.data, chosen, format: choices.format, only: asked.pieces }),
    write: () => start.mutate(asked),
    writing: start.isPending,
    /** The medium that was chosen last, when the export waits for one. */
    next,
    /** Goes on with `next`. */
    insert: () => job && next !== undefined && insert.mutate({ kind: 'media', id: job.id, path: next }),
    inserting: insert.isPending,
    error: start.error ?? insert.error ?? controls.error ?? (controls.under ? undefined : plan.error),
  };
}
