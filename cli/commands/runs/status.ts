import type { Command } from '@commander-js/extra-typings';
import type { RunningNow, WorkspaceStatus } from '../../../core/media/delivery/status.ts';
import { defaultStateDirectory } from '../../../core/mirror/run/state-directory.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { bytes, count, duration, localTime } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';

export function addStatus(program: Command): void {
  addCommand(
    program,
    'status [file://DIR]',
    'where a workspace or a --state folder (default: your state folder) stands: what runs, what is whole, what awaits an answer, what expires',
    (command) => command,
    async ({ terminal }, _options, [url]) => {
      const host = hostFacts();
      const directory =
        url === undefined ? defaultStateDirectory(host) : userPath(directoryOf(url, 'status'));
      const { workspaceStatus } = await import('../../../core/media/delivery/status.ts');
      const status = await workspaceStatus({ directory, env: host.env, home: host.home });
      for (const line of linesOf(status)) terminal.print(line);
      terminal.result({ directory, ...status });
      return 0;
    },
  );
}

function linesOf(status: WorkspaceStatus): string[] {
  const { running, locked, lastRun, deliverables, unfinished, receiving, received } = status;
  const { awaiting, lacking: missing, disk, expiring } = status;
  const complete = deliverables.filter((each) => each.whole);
  return [
    ...running.map(runningLine),
    ...(locked ? [`In use: ${locked}.`] : []),
    ...(running.length === 0 && !locked ? ['Nothing runs.'] : []),
    ...(running.length === 0 && lastRun
      ? [`Last run: ${lastRun.run} (${lastRun.workflow}), ${lastRun.status}, ${lastRun.startedAt}`]
      : []),
    ...(deliverables.length > 0 ? [`Whole: ${complete.length} of ${deliverables.length}`] : []),
    ...deliverables.map(({ name, whole: all, images, done, failed }) =>
      all
        ? `  whole  ${name}`
        : `  ${done}/${images}  ${name}${failed > 0 ? `, ${count(failed, 'image')} failed` : ''}`,
    ),
    ...unfinished.map((name) => `Unfinished: ${name}; the same command goes on with it.`),
    ...receiving.map(
      ({ transfer, here, bytes: size, images, words, code }) =>
        `Arriving: ${transfer}, ${bytes(here)} of ${bytes(size)}, ${images.whole} of ${count(images.total, 'image')} whole; ${words}: ${code}`,
    ),
    ...received.map(
      ({ transfer, bytes: size, step }) =>
        `Received: ${transfer}, ${bytes(size)}, ${step}; its code: airlock transfers code`,
    ),
    ...awaiting.map(
      ({ transfer, created, bytes: size, step }) =>
        `Awaiting acknowledgement: ${transfer}, ${bytes(size)}, ${step}, since ${created}`,
    ),
    ...missing.map(
      ({ transfer, enclave, lacks: missingContent }) =>
        `${enclave} lacks ${missingContent === 'all' ? 'all' : count(missingContent.length, 'piece')} of ${transfer}: the next transfer makes up for it.`,
    ),
    `Disk: ${bytes(disk.sets)} in sets${disk.free === undefined ? '' : `, ${bytes(disk.free)} free`}`,
    ...expiring.map(({ kind, what, until, file }) => {
      const day = until.slice(0, 10);
      const over = Date.parse(until) <= Date.now();
      if (kind === 'graph') return `${over ? 'Old' : `Old from ${day}`}: ${what} (${file})`;
      return `${over ? 'Expired' : 'Expires'} ${day}: ${what} (${file})`;
    }),
  ];
}

function runningLine(now: RunningNow): string {
  const { run, workflow, by, phase, done, total, rate, remainingMs, window } = now;
  const parts = [
    `Running: ${run} (${workflow}) by ${by}`,
    ...(phase ? [phase] : []),
    ...(done !== undefined && total !== undefined ? [`${bytes(done)} of ${bytes(total)}`] : []),
    ...(window ? windowParts(window) : []),
    ...(rate ? [`${bytes(Math.round(rate))}/s`] : []),
    ...(remainingMs !== undefined && window?.windowsLeft === undefined
      ? [`${duration(remainingMs)} left`]
      : []),
  ];
  return parts.join(', ');
}

function windowParts({ state, changesAt, windowsLeft, endsAt }: NonNullable<RunningNow['window']>): string[] {
  const at = changesAt === undefined ? undefined : localTime(changesAt);
  const words = {
    open: `window open${at ? ` until ${at}` : ''}`,
    closed: `window closed${at ? `, the next opens ${at}` : ''}`,
    ignored: `outside of its windows${at ? ` until ${at}` : ''}`,
  };
  return [
    words[state],
    ...(windowsLeft ? [`${count(windowsLeft, 'window')} to go`] : []),
    ...(endsAt ? [`done ${localTime(endsAt)}`] : []),
  ];
}
