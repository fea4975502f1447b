import { useState } from 'react';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { useLive } from '../../engine/live.ts';
import { useAsk, useDo } from '../../engine/requests.ts';
import { useAddress } from '../../parts/use-address.ts';
import { useDrives } from '../drives/use-drives.ts';
import { isCalled } from '../media-words.ts';
import { useJobControls } from '../use-job-controls.ts';
import { useImportJob } from '../use-media-job.ts';
import { importInput, NO_RECEIVE_CHOICES, type ReceiveChoices } from './choices.ts';
import { t } from './messages.ts';
import { afterRewrite, rewriteOffer } from './rewrite.ts';
import { arrivalAmong, isRead, receiveStep, withReceived } from './step.ts';

/** The state of the screen Receive. */
export type Receiving = ReturnType<typeof useReceiving>;

/** Returns the state of the screen Receive: choices, job, arrived transfers and actions. */
export function useReceiving() {
  const [address, change] = useAddress();
  const used = useCurrentWorkspace();
  const home = useAsk('host.describe', {}).data?.home;
  const directory = address.get('directory') ?? used ?? (home ? `${home}/airlock-received` : '');
  const job = useImportJob(directory);
  const endedAt = useLive(({ ended }) => (job ? ended[job.id] : undefined));
  const controls = useJobControls(job, t('pauseButton'));
  const { under } = controls;
  const answer = useAsk(
    'media.arrivals',
    { directory },
    { enabled: directory.startsWith('/'), staleTime: 0, every: under ? 2000 : false, keep: true },
  );
  const receive = useDo('media.import');
  const [selected, setSelected] = useState<string[]>(() => address.getAll('from'));
  // Selected since the last import began: also a drive that was read may have other content now.
  const [isNewChoice, setNewChoice] = useState(true);
  const stopped = controls.stopped?.settings;
  const drives = useDrives({ directory }, [...selected, ...(stopped?.kind === 'import' ? stopped.from : [])]);
  // No button offers removed drives.
  const chosen = selected.filter((path) => !drives.isRemoved(path));
  const [choices, setChoices] = useState<ReceiveChoices>(NO_RECEIVE_CHOICES);
  const arrivals = (answer.data?.arrivals ?? []).map((line) => withReceived(line, job));
  const arrival = arrivalAmong(arrivals, address.get('transfer'));
  const names = chosen.map(drives.nameOf);
  const step = receiveStep({
    ...{ arrival, job, names, directory, choices, isRemoved: drives.isRemoved },
    read: (arrival?.complete === true || !isNewChoice) && isRead(arrival, job, chosen),
  });
  const workspaces = useAsk('workspaces.list', {}).data?.workspaces ?? [];
  const damaged = chosen.filter((path) =>
    job?.damaged?.some((drive) => isCalled(drive, path, drives.nameOf(path))),
  );
  const side = useAsk('settings.read', {}).data?.side;
  const rewrite = rewriteOffer(arrival, step, workspaces, damaged, side);
  return {
    /** Destination folder of transfers. */
    directory,
    setDirectory: (value: string) => change((parameters) => parameters.set('directory', value)),
    arrivals,
    /** The answer is newer than the end of the last import. */
    isKnown: answer.data !== undefined && (endedAt === undefined || answer.dataUpdatedAt >= endedAt),
    /** The transfer on the screen. */
    arrival,
    setTransfer: (name: string) => change((parameters) => parameters.set('transfer', name)),
    job,
    controls,
    under,
    drives,
    /** Selected drives and directories. */
    selected,
    setSelected: (paths: string[]) => {
      if (paths.some((path) => !selected.includes(path))) setNewChoice(true);
      setSelected(paths);
    },
    /** The selected ones that exist. */
    chosen,
    choices,
    choose: (changes: Partial<ReceiveChoices>) => setChoices({ ...choices, ...changes }),
    step: afterRewrite(step, rewrite),
    rewrite,
    /** Names of the chosen drives, if reading them is the next step. */
    ready: step.receive?.primary && !step.receive.blocked ? names : [],
    receive: () => {
      setNewChoice(false);
      receive.mutate(importInput({ from: chosen, directory, choices }));
    },
    receiving: receive.isPending,
    error: receive.error ?? controls.error ?? answer.error,
  };
}
