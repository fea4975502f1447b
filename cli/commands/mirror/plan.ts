import { writeFile } from 'node:fs/promises';
import type { Command } from '@commander-js/extra-typings';
import { sha256 } from '../../../core/base/image/sha256.ts';
import type { PlanSummary } from '../../../core/mirror/approval/plan-document.ts';
import type { MirrorRequest } from '../../../core/mirror/run/request.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { bytes, count, localTime, table } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { mirrorOptions, mirrorRequest } from './mirror-options.ts';

export function addPlan(program: Command): void {
  addCommand(
    program,
    'plan [destination]',
    'what `mirror` would move with the same arguments, and why; copies nothing',
    (command) =>
      mirrorOptions(command)
        .option('-o, --output <file>', 'write the plan, to be approved and given to mirror --plan')
        .option('--images', 'list every image'),
    async ({ terminal, signal, pause }, options, [destination]) => {
      const { planMirror } = await import('../../../core/mirror/plan/plan-mirror.ts');
      const { planText } = await import('../../../core/mirror/approval/plan-document.ts');
      const request = mirrorRequest(options, destination);
      const { summary, document, exitCode } = await planMirror(request, hostFacts(), {
        emit: terminal.event.bind(terminal),
        signal,
        pause,
      });
      printPlan(terminal, summary, options.images === true);
      const fit = await windowsNeeded(request, summary);
      if (fit) terminal.print(fit.text);
      const estimate = fit && { estimate: fit.estimate };
      const output = options.output === undefined ? undefined : userPath(options.output);
      if (output === undefined) terminal.result({ ...summary, ...estimate });
      else {
        const text = planText(document);
        await writeFile(output, text);
        const outputDigest = sha256(text);
        terminal.print(`Plan written to ${output}`);
        terminal.print(`Its digest: ${outputDigest}`);
        terminal.result({ ...summary, ...estimate, output, outputDigest });
      }
      return exitCode;
    },
  );
}

/** Into how many windows what is to move fits, at `--rate` or as fast as the last runs were; undefined without windows. */
async function windowsNeeded(
  request: MirrorRequest,
  summary: PlanSummary,
): Promise<
  { text: string; estimate: { windows: number; endsAt: string; bytesPerSecond: number } } | undefined
> {
  if (!request.windows) return undefined;
  const { measuredRate } = await import('../../../core/mirror/live-plan/known/run-rate.ts');
  const { fitInto } = await import('../../../core/base/schedule/fit.ts');
  const { windowsOf } = await import('../../../core/mirror/run/run-schedule.ts');
  const { workflow, rate, stateDirectory } = request;
  const directory =
    workflow.kind === 'mirrorToDisk'
      ? workflow.directory
      : workflow.kind === 'mirrorToMirror'
        ? workflow.workspace
        : stateDirectory;
  const measured = directory === undefined ? undefined : await measuredRate(directory)();
  const bytesPerSecond = Math.min(rate ?? Infinity, measured ?? Infinity);
  if (!Number.isFinite(bytesPerSecond)) return undefined;
  const bytesLeft = summary.bytes - summary.bytesPresent;
  const fit = fitInto(windowsOf(request.windows), Date.now(), bytesLeft, bytesPerSecond);
  if (!fit) return undefined;
  const endsAt = new Date(fit.endsAt).toISOString();
  return {
    text: `At ${bytes(bytesPerSecond)}/s: ${count(fit.windows, 'window')}, done ${localTime(endsAt)}.`,
    estimate: { windows: fit.windows, endsAt, bytesPerSecond },
  };
}

export function printPlan(terminal: Terminal, summary: PlanSummary, everyImage = false): void {
  for (const problem of summary.problems) terminal.problem(problem);
  const rows = Object.entries(summary.bySection).map(([name, section]) => [
    name,
    count(section.images, 'image'),
    bytes(section.bytes),
  ]);
  terminal.print(
    table([...rows, ['all, shared content once', count(summary.images, 'image'), bytes(summary.bytes)]]),
  );
  terminal.print(
    `Already there: ${bytes(summary.bytesPresent)}. To move: ${bytes(summary.bytes - summary.bytesPresent)}.`,
  );
  for (const { fingerprint, names, origin, images } of summary.keys ?? [])
    terminal.print(
      `Key ${fingerprint}${names.length > 0 ? ` (${names.join(', ')})` : ''} of ${origin}: ${count(images, 'image')} verified`,
    );
  if (everyImage)
    terminal.print(
      table(
        summary.items.map((item) => [
          item.source,
          item.destination,
          bytes(item.bytes),
          item.verdict,
          item.why,
        ]),
      ),
    );
}
