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
import { bytes, count, duration, table } from '../terminal/format.ts';
import { commandHost, hostFacts } from '../terminal/host.ts';
import { userPath } from '../terminal/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addPractice(program: Command): void {
  addCommand(
    program,
    'practice',
    'the whole journey on an embedded practice world; `up` leaves the world running',
    (command) =>
      command
        .addArgument(
          new Argument('[up]', 'only start the world, and leave it running until stopped').choices(['up']),
        )
        .option('--keep <DIR>', 'use this folder, which must be empty or absent, and keep it'),
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
      terminal.print(
        'The practice world runs on 127.0.0.1: an upstream registry with signed releases, an update service, and an',
      );
      terminal.print(
        `empty mirror registry. ${keep ? `Its files are in ${directory}.` : `Its files are in ${directory}, which is removed at the end.`}`,
      );
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
  terminal.print([
    '',
    `Done in ${duration(performance.now() - start)}. ${keep ? `Retained ${keep}.` : 'Removed the folder.'}`,
  ]);
  terminal.print('`airlock practice up` leaves the world running, to try the commands by hand.');
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
    } else printWorld(terminal, world, { directory, kept: keep !== undefined, environmentLines, commands });
    const stopped = AbortSignal.any([signal, pause]);
    await new Promise<void>((resolve) =>
      stopped.aborted ? resolve() : stopped.addEventListener('abort', () => resolve(), { once: true }),
    );
  });
  terminal.result({ status: 'complete', directory: keep || undefined });
  return 0;
}

/** Starts a world in the folder to be kept or in a temporary one, and takes away afterwards what is not to be kept. */
async function inWorld(
  keep: string | undefined,
  use: (world: PracticeWorld, directory: string) => Promise<void>,
): Promise<void> {
  if (keep) await rejectUsed(keep);
  const { startPracticeWorld } = await import('../../core/test-world/world.ts');
  const directory = keep ?? (await makeTemporaryDirectory('practice'));
  try {
    const world = await startPracticeWorld({ directory });
    try {
      await use(world, directory);
    } finally {
      await world.close();
    }
  } finally {
    if (!keep) await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Each world signs its releases with a key of its own: sets of an earlier one would be refused in it. */
async function rejectUsed(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length > 0)
    throw new AirlockError('usage', `--keep ${directory}: the folder is not empty`, {
      remedy: 'Name an empty folder, or one that is not there yet.',
    });
}

/** Of what the engine tells, that which belongs between the steps; with --json the steps are all there is. */
function engineEvents(terminal: Terminal): (event: RunEvent) => void {
  // Steps are so short that progress is worth nothing as plain lines.
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
        `${JOURNEY_STEPS.indexOf(name) + 1}/${JOURNEY_STEPS.length} ${name}: ${about}`,
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
        `${count(step.images, 'image')}, ${bytes(step.bytes)} of unique content, of which ${bytes(step.bytesToMove)} must be moved (${wall}):`,
        ...table(
          step.sections.map(({ name, images, bytes: size }) => [name, count(images, 'image'), bytes(size)]),
        ).map(indented),
      ];
    case 'mirror-to-disk':
      return [
        `${count(step.images, 'image')}, ${bytes(step.bytes)} fetched, ${bytes(step.written)} written (${wall}). Transfer ${step.transfer}:`,
        step.directory,
        ...filesOf(step.files),
      ];
    case 'verify':
      return [`${count(step.blobs, 'blob')}, ${bytes(step.bytes)}: all digests match (${wall}).`];
    case 'media-export':
      return [
        `${count(step.pieces, 'piece')}, ${bytes(step.bytes)}, written and read back (${wall}). Record fingerprint: ${step.shortHash}`,
        step.directory,
        ...filesOf(step.files),
      ];
    case 'media-import':
      return [
        `${count(step.images, 'image')}, ${bytes(step.bytes)}, all digests match (${wall}). The ${count(step.mediumFiles, 'file')} of the stick are as they were.`,
        step.directory,
        `Local record fingerprint: ${step.shortHash}. Report to the connected site: "${step.words}", code ${step.code}`,
      ];
    case 'disk-to-mirror':
      return [
        `${count(step.images, 'image')}, ${bytes(step.bytes)} pushed (${wall}). The ${count(step.sourceFiles, 'file')} of the transfer are as they were;`,
        `what this side must remember is in ${step.state}`,
      ];
    case 'cluster-resources':
      return [
        step.directory,
        ...filesOf(step.files),
        `The beginning of ${step.excerpt.file}:`,
        ...step.excerpt.lines.map((line) => `  | ${line}`),
      ];
    case 'proof':
      return [
        `Proved: ${count(step.images, 'tag')} at the mirror registry, each with the digest that it has upstream (${wall}).`,
      ];
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
    kept: boolean;
    environmentLines: string;
    commands: { command: string; about: string }[];
  },
): void {
  const { directory, kept: saved, environmentLines, commands } = options;
  const { upstream, destination, services, sets } = world;
  terminal.print([
    `The practice world is up. Ctrl-C stops it${saved ? '' : ` and removes ${directory}`}.`,
    '',
  ]);
  terminal.print(`In another terminal, first (or: . ${shellWord(join(directory, 'env.sh'))})`);
  terminal.printText(environmentLines);
  terminal.print('Addresses');
  terminal.print(
    table([
      ['upstream registry', upstream.url],
      ['mirror registry', `${destination.url} (empty)`],
      ['update service', services.updateUrl],
      ['release signatures', services.signatureUrl],
    ]),
  );
  terminal.print(['', 'Image set files']);
  terminal.print(
    table(Object.values(sets).map(({ file, expected }) => [file, count(expected.images.length, 'image')])),
  );
  terminal.print(['', 'Commands to try (in a checkout, `npm run -s airlock --` stands for `airlock`)']);
  for (const { command, about } of commands) terminal.print([`# ${about}`, command]);
}
