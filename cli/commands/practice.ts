import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import {
  JOURNEY_STEPS,
  type JourneyStep,
  type OnStep,
  type StepFile,
} from '../../core/app/practice/steps.ts';
import { shellWord } from '../../core/base/document/shell-word.ts';
import { AirlockError, asAirlockError } from '../../core/base/errors/airlock-error.ts';
import { makeTemporaryDirectory } from '../../core/base/files/temporary-directory.ts';
import type { RunEvent } from '../../core/runs/progress/events.ts';
import type { PracticeWorld } from '../../core/test-world/world.ts';
import { addCommand, type CommandContext } from '../terminal/command-line.ts';
import { Argument } from '../terminal/commander.ts';
import { bytes, duration, table } from '../terminal/format.ts';
import { commandHost, hostFacts } from '../terminal/host.ts';
import { userPath } from '../terminal/options.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { t } from './messages.ts';

export function addPractice(program: Command): void {
  addCommand(
    program,
    'practice',
    t('practice'),
    (command) =>
      command
        .addArgument(new Argument('[up]', t('upArgument')).choices(['up']))
        .option('--keep <directory>', t('keepOption')),
    async (context, options, [up]) => {
      const keep = options.keep === undefined ? undefined : userPath(options.keep);
      return up ? leaveUp(context, keep) : journey(context, keep);
    },
  );
}

async function journey(
  { terminal, signal, pause }: CommandContext,
  keep: string | undefined,
): Promise<number> {
  const steps: JourneyStep[] = [];
  const show = stepPrinter(terminal);
  const start = performance.now();
  const { runJourney } = await import('../../core/app/practice/journey.ts');
  const outcome = () => ({ steps, directory: keep || undefined });
  try {
    await inWorld(keep, async (world, directory) => {
      terminal.print([
        t('practiceStarted'),
        keep ? t('practiceDirectorySaved', { directory }) : t('practiceDirectoryTemporary', { directory }),
      ]);
      await runJourney({
        world,
        directory,
        host: hostFacts(),
        control: { signal, pause, emit: engineEvents(terminal) },
        onStep(event) {
          if (event.state === 'done') steps.push(event.step);
          show(event);
        },
      });
    });
  } catch (thrown) {
    const error = asAirlockError(thrown);
    terminal.error(error);
    const status = error.code === 'interrupted' ? 'paused' : 'failed';
    terminal.result({ status, ...outcome(), ...error.toJSON(), problems: error.problems });
    return error.exitCode;
  }
  const took = duration(performance.now() - start);
  terminal.print([
    '',
    keep
      ? t('practiceDoneSaved', { duration: took, directory: keep })
      : t('practiceDone', { duration: took }),
    t('practiceUpNext'),
  ]);
  terminal.result({ status: 'complete', ...outcome() });
  return 0;
}

async function leaveUp(
  { terminal, signal, pause }: CommandContext,
  keep: string | undefined,
): Promise<number> {
  const { commandsToTry, exportLines } = await import('../../core/app/practice/world-guide.ts');
  await inWorld(keep, async (world, directory) => {
    const environmentLines = exportLines(world);
    await writeFile(join(directory, 'env.sh'), environmentLines);
    const commands = commandsToTry(world, directory);
    if (terminal.json) {
      const { upstream, destination, services, environment, sets } = world;
      terminal.line({
        type: 'listening',
        url: destination.url,
        directory,
        upstream: upstream.url,
        destination: destination.url,
        updateUrl: services.updateUrl,
        signatureUrl: services.signatureUrl,
        environment,
        sets: Object.fromEntries(Object.entries(sets).map(([name, { file }]) => [name, file])),
        commands: commands.map(({ command }) => command),
      });
    } else printWorld(terminal, world, { directory, saved: keep !== undefined, environmentLines, commands });
    const stopped = AbortSignal.any([signal, pause]);
    await new Promise<void>((resolve) =>
      stopped.aborted ? resolve() : stopped.addEventListener('abort', () => resolve(), { once: true }),
    );
  });
  terminal.result({ status: 'complete', directory: keep || undefined });
  return 0;
}

/** Starts a world in the given folder or in a temporary one, which is removed afterwards. */
async function inWorld(
  keep: string | undefined,
  use: (world: PracticeWorld, directory: string) => Promise<void>,
): Promise<void> {
  if (keep) await rejectUsed(keep);
  const { startPracticeWorld } = await import('../../core/test-world/world.ts');
  const directory = keep ?? (await makeTemporaryDirectory('practice'));
  try {
    const world = await startPracticeWorld({ directory, releaseKey: 'rsa' });
    try {
      await use(world, directory);
    } finally {
      await world.close();
    }
  } finally {
    if (!keep) await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Each world signs its releases with its own key, so sets of an earlier world would be rejected in it. */
async function rejectUsed(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length > 0)
    throw new AirlockError('usage', t('keepNotEmpty', { directory }), {
      remedy: t('keepNotEmptyRemedy'),
    });
}

/** Returns a function that prints the engine's events between the steps. With --json, only steps are printed. */
function engineEvents(terminal: Terminal): (event: RunEvent) => void {
  // Steps are short, so their progress is shown only in an interactive terminal.
  const shown = new Set(['image', 'retry', 'problem', ...(commandHost().stderr.isTTY ? ['progress'] : [])]);
  return (event) => {
    if (!terminal.json && shown.has(event.type)) terminal.event(event);
  };
}

function stepPrinter(terminal: Terminal): OnStep {
  return (event) => {
    if (terminal.json) {
      if (event.state === 'done') terminal.line({ type: 'step', ...event.step });
      return;
    }
    if (event.state === 'started') {
      const { name, about, command } = event.intent;
      terminal.print([
        '',
        t('stepTitle', {
          number: JOURNEY_STEPS.indexOf(name) + 1,
          steps: JOURNEY_STEPS.length,
          name,
          about,
        }),
        `  $ ${command}`,
      ]);
      return;
    }
    for (const line of linesOf(event.step)) terminal.print(`  ${line}`);
  };
}

function linesOf(step: JourneyStep): string[] {
  const wall = duration(step.wallMs);
  switch (step.name) {
    case 'plan':
      return [
        t('stepPlan', {
          images: step.images,
          size: bytes(step.bytes),
          toMove: bytes(step.bytesToMove),
          duration: wall,
        }),
        ...table(
          step.sections.map(({ name, images, bytes: size }) => [
            name,
            t('imageCount', { images }),
            bytes(size),
          ]),
        ).map(indented),
      ];
    case 'mirror-to-disk':
      return [
        t('stepFetched', {
          images: step.images,
          fetched: bytes(step.bytes),
          written: bytes(step.written),
          duration: wall,
          transfer: step.transfer,
        }),
        step.directory,
        ...filesOf(step.files),
      ];
    case 'verify':
      return [t('stepVerified', { blobs: step.blobs, size: bytes(step.bytes), duration: wall })];
    case 'media-export':
      return [
        t('stepExported', {
          volumes: step.volumes,
          size: bytes(step.bytes),
          duration: wall,
          fingerprint: step.fingerprint,
        }),
        step.directory,
        ...filesOf(step.files),
        t('stepDamaged', step.damage),
      ];
    case 'media-import':
      return [
        ...step.found.map(({ file, offset, length }) =>
          t('stepFoundDamage', { file, from: offset, to: offset + length - 1 }),
        ),
        t('stepRepaired', { volumes: step.repaired.join(', '), count: step.repaired.length }),
        t('stepImported', {
          images: step.images,
          size: bytes(step.bytes),
          duration: wall,
          files: step.driveFiles,
        }),
        step.directory,
        t('stepAcknowledged', { fingerprint: step.fingerprint, summary: step.summary, code: step.code }),
      ];
    case 'disk-to-mirror':
      return [
        t('stepPushed', {
          images: step.images,
          size: bytes(step.bytes),
          duration: wall,
          files: step.sourceFiles,
        }),
        t('stepState', { directory: step.state }),
      ];
    case 'cluster-resources':
      return [
        step.directory,
        ...filesOf(step.files),
        t('stepExcerpt', { file: step.excerpt.file }),
        ...step.excerpt.lines.map((line) => `  | ${line}`),
      ];
    case 'apply':
      return [
        t('stepApplied', { objects: step.objects.length, version: step.version, duration: wall }),
        ...table(step.objects.map(({ kind, name, result }) => [kind, name, result])).map(indented),
      ];
    case 'upgrade':
      return [
        t('stepUpgraded', {
          path: step.path.join(' → '),
          transfer: step.transfer,
          fetched: bytes(step.fetched),
          images: step.images,
          sent: bytes(step.sent),
          duration: wall,
        }),
      ];
    case 'delete':
      return [
        t('stepDeleted', {
          version: step.version,
          images: step.images,
          size: bytes(step.bytesFreed),
          duration: wall,
        }),
      ];
    case 'proof':
      return [t('stepProved', { tags: step.images, duration: wall })];
  }
}

function filesOf(files: StepFile[]): string[] {
  return table(files.map(({ path, size }) => [path, bytes(size)])).map(indented);
}

function indented(line: string): string {
  return `  ${line}`;
}

function printWorld(
  terminal: Terminal,
  world: PracticeWorld,
  options: {
    directory: string;
    saved: boolean;
    environmentLines: string;
    commands: { command: string; about: string }[];
  },
): void {
  const { directory, saved, environmentLines, commands } = options;
  const { upstream, destination, services, sets } = world;
  terminal.print([saved ? t('worldUp') : t('worldUpTemporary', { directory }), '']);
  terminal.print(t('worldEnvironment', { file: shellWord(join(directory, 'env.sh')) }));
  terminal.printText(environmentLines);
  terminal.print(t('worldAddresses'));
  terminal.print(
    table([
      [t('upstreamRegistry'), upstream.url],
      [t('mirrorRegistry'), t('emptyRegistry', { url: destination.url })],
      [t('updateService'), services.updateUrl],
      [t('releaseSignatures'), services.signatureUrl],
    ]),
  );
  terminal.print(['', t('worldFiles')]);
  terminal.print(
    table(
      Object.values(sets).map(({ file, expected }) => [
        file,
        t('imageCount', { images: expected.images.length }),
      ]),
    ),
  );
  terminal.print(['', t('worldCommands')]);
  for (const { command, about } of commands) terminal.print([t('commandPurpose', { about }), command]);
}
