import { useEffect, useRef, useState } from 'react';
import { present } from '../../../core/contract/documents/present.ts';
import { isUnderWay } from '../../../core/contract/topics/job.ts';
import type { MediaJob } from '../../../core/contract/topics/media.ts';
import { useAsk, useDo } from '../../engine/requests.ts';
import { useAnswer } from '../../job/use-answer.ts';
import { useAddress } from '../../parts/use-address.ts';
import { type FoundDrives, useDrives } from '../drives/use-drives.ts';
import { isAt, safeAt } from '../media-words.ts';
import { useJobControls } from '../use-job-controls.ts';
import { useExportJob } from '../use-media-job.ts';
import { type CarryChoices, exportInput, largestVolume, NO_CHOICES, suggestedApp } from './choices.ts';
import { t } from './messages.ts';
import { carryStep, nextDrive } from './step.ts';

/** The state of the screen Carry. */
export type Carrying = ReturnType<typeof useCarrying>;

/** Returns the state of the screen Carry: choices, job, plan and actions. */
export function useCarrying(workspace: string, transfer: string) {
  const [address] = useAddress();
  const given = address.getAll('to');
  const [picked, setPicked] = useState<string[] | undefined>(given.length > 0 ? given : undefined);
  const [named, setNamed] = useState<Record<string, string | undefined>>({});
  const [changed, setChanged] = useState<Partial<CarryChoices>>({ only: address.get('volumes') ?? '' });
  const app = useAsk('media.suggestedApp', { workspace, transfer });
  const choices: CarryChoices = { ...NO_CHOICES, ...suggestedApp(app.data), ...changed };
  const choose = (changes: Partial<CarryChoices>) => setChanged((before) => ({ ...before, ...changes }));
  const job = useExportJob(workspace, transfer);
  useWrittenOnce(job, () => choose({ only: '' }));
  const controls = useJobControls(job, t('pauseButton'));
  // After a reload, show the drives of the running export.
  const settings = job?.settings.kind === 'export' ? job.settings : undefined;
  const selected = picked ?? (controls.under && settings ? settings.to : []);
  const found = useDrives({ workspace }, [...selected, ...(controls.stopped ? (settings?.to ?? []) : [])]);
  // Nothing is planned for removed drives, and no button offers them.
  const chosen = selected.filter((path) => !found.isRemoved(path));
  const plan = useAsk(
    'media.planExport',
    { workspace, transfer, to: chosen, profile: choices.profile, volumeSize: largestVolume(choices) },
    { keep: true, staleTime: 0 },
  );
  const names = present({ ...settings?.names, ...named }) as Record<string, string>;
  useRemovedDrives(found, (paths) => {
    const isFull = (path: string) => safeAt(job, path, names[path] ?? '') !== undefined;
    const full = paths.filter(isFull).map((path) => [path, undefined]);
    setNamed((now) => ({ ...now, ...Object.fromEntries(full) }));
  });
  const waitsSince = useWaitingSince(job);
  const drives = {
    ...found,
    nameOf: (path: string) => names[path] ?? found.nameOf(path),
    isCurrent: waitsSince === undefined || found.listedAt >= waitsSince,
  };
  /** The devices of drives that were ejected, but are still listed. */
  const [ejected, setEjected] = useState<readonly string[]>([]);
  const start = useDo('media.export');
  const insert = useAnswer(job);
  const most = plan.data?.volumes.length ?? 0;
  const input = exportInput({ workspace, transfer, to: chosen, names, choices, most });
  const next = job?.status === 'waiting' ? nextDrive(job, chosen, drives) : undefined;
  return {
    workspace,
    transfer,
    job,
    controls,
    plan: plan.data,
    drives,
    /** Selected drives and directories, in the order in which they are filled. */
    selected,
    setSelected: setPicked,
    /** The selected ones that exist. */
    chosen,
    /** Returns a function that renames the drive at a path; undefined if the export already wrote to it. */
    renameOf: (path: string) =>
      (controls.under && job?.status !== 'waiting') ||
      (path !== next && plan.data?.drives.includes(drives.nameOf(path)))
        ? undefined
        : (name: string) => setNamed({ ...named, [path]: name }),
    ejected,
    addEjected: (device: string) => setEjected((before) => [...before, device]),
    /** Returns whether a complete drive was ejected or removed. */
    isRemoved: (safe: MediaJob['safe'][number]) => {
      const drive = found.found.find(
        ({ label = '', mountPoint }) => mountPoint !== undefined && isAt(safe, mountPoint, label),
      );
      return drive ? ejected.includes(drive.device) : safe.path !== undefined && found.isRemoved(safe.path);
    },
    choices,
    choose,
    /** Chosen volume numbers; undefined for all that aren't written. */
    only: input.volumes,
    /** What is known about Airlock on this host and at the site. */
    app: app.data,
    step: carryStep({
      ...{ job, plan: plan.data, chosen, format: choices.format, only: input.volumes },
      isRemoved: found.isRemoved,
    }),
    write: () => start.mutate(input),
    writing: start.isPending,
    /** The chosen drive that a waiting export can continue on. */
    next,
    /** Continues with `next`. */
    insert: () =>
      job &&
      next !== undefined &&
      insert.mutate({ kind: 'media', id: job.id, path: next, name: names[next] }),
    inserting: insert.isPending,
    error: start.error ?? insert.error ?? controls.error ?? (controls.under ? undefined : plan.error),
  };
}

/** Returns when this screen saw that the job began to wait, ms since 1970. */
function useWaitingSince(job: MediaJob | undefined): number | undefined {
  const since = useRef<number>(undefined);
  if (job?.status === 'waiting') since.current ??= Date.now();
  else since.current = undefined;
  return since.current;
}

/** Calls a function when an export of chosen volumes is done that was under way on this screen: they aren't written again. */
function useWrittenOnce(job: MediaJob | undefined, onWritten: () => void): void {
  const running = useRef<string>(undefined);
  useEffect(() => {
    if (!job) return;
    if (isUnderWay(job)) running.current = job.id;
    else if (running.current === job.id) {
      running.current = undefined;
      if (job.status === 'done' && job.settings.kind === 'export' && job.settings.volumes) onWritten();
    }
  });
}

/** Calls a function with the paths where no drive is mounted any more. Another drive may be mounted there later. */
function useRemovedDrives({ found, failure }: FoundDrives, onRemoved: (paths: string[]) => void): void {
  const before = useRef<string[]>([]);
  const mounted = found.flatMap(({ mountPoint }) => mountPoint ?? []);
  const listed = mounted.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the mounted drives matter
  useEffect(() => {
    if (failure) return;
    const removed = before.current.filter((path) => !mounted.includes(path));
    before.current = mounted;
    if (removed.length > 0) onRemoved(removed);
  }, [listed, failure]);
}
