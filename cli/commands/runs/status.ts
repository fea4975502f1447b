import type { Command } from '@commander-js/extra-typings';
import { wordList } from '../../../core/base/document/words.ts';
import type { RunningNow, WorkspaceStatus } from '../../../core/media/delivery/status.ts';
import { readAcknowledgment } from '../../../core/media/transfer/acknowledgment-code.ts';
import { defaultStateDirectory } from '../../../core/mirror/run/state-directory.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { bytes, duration, localTime } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import { t } from './messages.ts';

export function addStatus(program: Command): void {
  addCommand(
    program,
    'status [file://DIR]',
    t('status'),
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
  const { awaiting, incomplete, disk, expiring } = status;
  const complete = deliverables.filter((each) => each.complete);
  return [
    ...running.map(runningLine),
    ...(locked ? [t('inUse', { lock: String(locked) })] : []),
    ...(running.length === 0 && !locked ? [t('idle')] : []),
    ...(running.length === 0 && lastRun
      ? [
          t('lastRun', {
            run: lastRun.run,
            workflow: t('workflow', { workflow: lastRun.workflow }),
            status: lastRun.status,
            started: lastRun.startedAt,
          }),
        ]
      : []),
    ...(deliverables.length > 0
      ? [t('completion', { complete: complete.length, all: deliverables.length })]
      : []),
    ...deliverables.map(({ name, complete: all, images, done, failed }) =>
      all
        ? t('deliverableComplete', { name })
        : failed > 0
          ? t('deliverableFailed', { done, images, name, failed })
          : t('deliverableProgress', { done, images, name }),
    ),
    ...unfinished.map((name) => t('unfinished', { name })),
    ...receiving.flatMap(({ transfer, bytesReceived: here, bytes: size, images, code }) => [
      t('arriving', {
        transfer,
        received: bytes(here),
        size: bytes(size),
        complete: images.complete,
        images: images.total,
      }),
      ...(code ? [codeLine(code)] : []),
    ]),
    ...received.map(({ transfer, bytes: size, step }) =>
      t('received', { transfer, size: bytes(size), step: stepText(step) }),
    ),
    ...awaiting.map(({ transfer, created, bytes: size, step }) =>
      t('awaiting', { transfer, size: bytes(size), step: stepText(step), created: String(created) }),
    ),
    ...incomplete.map(({ transfer, enclave, missing }) =>
      missing === 'all'
        ? t('missingAll', { enclave, transfer })
        : t('missingVolumes', { enclave, transfer, count: missing.length }),
    ),
    disk.free === undefined
      ? t('disk', { size: bytes(disk.sets) })
      : t('diskFree', { size: bytes(disk.sets), free: bytes(disk.free) }),
    ...expiring.map(({ kind, subject, until, file }) => {
      const day = until.slice(0, 10);
      const over = Date.parse(until) <= Date.now();
      const facts = { day, content: subject, file };
      if (kind === 'graph')
        return over ? t('outdated', { content: subject, file }) : t('outdatedFrom', facts);
      return t(over ? 'expired' : 'expires', facts);
    }),
  ];
}

function stepText(step: string): string {
  return t('step', { step: step === 'on-media' ? 'onMedia' : step });
}

function codeLine(code: string): string {
  const { missing } = readAcknowledgment(code);
  if (missing === 'all') return t('arrivingNone', { code });
  return missing.length === 0
    ? t('arrivingAll', { code })
    : t('arrivingMissing', { count: missing.length, volumes: wordList(missing), code });
}

function runningLine(now: RunningNow): string {
  const { run, workflow, by, phase, done, total, rate, remainingMs, window } = now;
  const parts = [
    t('running', { run, workflow: t('workflow', { workflow }), user: by }),
    ...(phase ? [phase] : []),
    ...(done !== undefined && total !== undefined
      ? [t('amount', { done: bytes(done), total: bytes(total) })]
      : []),
    ...(window ? windowParts(window) : []),
    ...(rate ? [t('rate', { rate: bytes(Math.round(rate)) })] : []),
    ...(remainingMs !== undefined && window?.windowsLeft === undefined
      ? [t('remaining', { duration: duration(remainingMs) })]
      : []),
  ];
  return parts.join(', ');
}

const WINDOW = { open: 'windowOpen', closed: 'windowClosed', ignored: 'windowIgnored' } as const;

function windowParts({ state, changesAt, windowsLeft, endsAt }: NonNullable<RunningNow['window']>): string[] {
  const at = changesAt === undefined ? undefined : localTime(changesAt);
  const key = WINDOW[state];
  return [
    at ? t(`${key}Until`, { time: at }) : t(key),
    ...(windowsLeft ? [t('windowsLeft', { count: windowsLeft })] : []),
    ...(endsAt ? [t('ends', { time: localTime(endsAt) })] : []),
  ];
}
