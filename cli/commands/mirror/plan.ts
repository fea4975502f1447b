import { writeFile } from 'node:fs/promises';
import type { Command } from '@commander-js/extra-typings';
import { sha256 } from '../../../core/base/image/sha256.ts';
import type { PlanSummary } from '../../../core/mirror/approval/plan-document.ts';
import type { MirrorRequest } from '../../../core/mirror/run/request.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { bytes, localTime, table } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { t } from './messages.ts';
import { mirrorOptions, mirrorRequest } from './mirror-options.ts';

export function addPlan(program: Command): void {
  addCommand(
    program,
    'plan [destination]',
    t('plan'),
    (command) =>
      mirrorOptions(command)
        .option('-o, --output <file>', t('outputOption'))
        .option('--images', t('imagesOption')),
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
        terminal.print(t('planWritten', { file: output }));
        terminal.print(t('planDigest', { digest: outputDigest }));
        terminal.result({ ...summary, ...estimate, output, outputDigest });
      }
      return exitCode;
    },
  );
}

/**
 * Returns how many transfer windows the plan needs, at `--rate` or at the rate of the last runs. Returns undefined without
 * windows.
 */
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
    text: t('windowsNeeded', { rate: bytes(bytesPerSecond), count: fit.windows, end: localTime(endsAt) }),
    estimate: { windows: fit.windows, endsAt, bytesPerSecond },
  };
}

export function printPlan(terminal: Terminal, summary: PlanSummary, everyImage = false): void {
  for (const problem of summary.problems) terminal.problem(problem);
  const sections = Object.entries(summary.bySection);
  const sharedText = (key: 'alsoShared' | 'ofWhichShared', shared = 0) =>
    shared > 0 ? t(key, { size: bytes(shared) }) : '';
  const rows = sections.map(([name, section]) => [
    name,
    t('images', { count: section.images }),
    bytes(section.bytes),
    sharedText('alsoShared', section.shared),
  ]);
  terminal.print(
    table([...rows, [t('allSections'), t('images', { count: summary.images }), bytes(summary.bytes), '']]),
  );
  if (everyImage || sections.some(([, { shared = 0 }]) => shared > 0)) terminal.print(t('sharedNote'));
  terminal.print(
    t('toCopy', {
      present: bytes(summary.bytesPresent),
      remaining: bytes(summary.bytes - summary.bytesPresent),
    }),
  );
  for (const { fingerprint, names, origin, images: count } of summary.keys ?? [])
    terminal.print(
      names.length > 0
        ? t('keyNamed', { count, fingerprint, names: names.join(', '), origin })
        : t('key', { count, fingerprint, origin }),
    );
  if (everyImage)
    terminal.print(
      table(
        summary.items.map((item) => [
          item.source,
          item.destination,
          bytes(item.bytes),
          sharedText('ofWhichShared', item.shared),
          item.verdict,
          item.why,
        ]),
      ),
    );
}
