import type { Command } from '@commander-js/extra-typings';
import type { MirrorResult } from '../../../core/mirror/run/request.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { bytes, count } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { applyOptions } from '../cluster/apply.ts';
import { clusterOptions } from '../cluster/choice.ts';
import { appliesConfig, applyAfterPush } from './mirror-apply.ts';
import { mirrorForRequest } from './mirror-for-request.ts';
import { mirrorOptions, mirrorRequest } from './mirror-options.ts';
import { printPlan } from './plan.ts';

export function addMirror(program: Command): void {
  addCommand(
    program,
    'mirror [destination]',
    'mirror to disk (file://DIR), from disk (--from file://DIR docker://HOST), or between registries (--workspace file://DIR docker://HOST)',
    (command) =>
      applyOptions(
        clusterOptions(
          mirrorOptions(command)
            .option(
              '--request <file>',
              'make what the other side lacks by its `media request`, and nothing else',
            )
            .option('--plan <file>', 'mirror exactly what this plan holds, digest for digest')
            .option(
              '--require-signature <key|command>',
              'the plan must be signed (PLAN.asc or PLAN.sig): file with OpenPGP public keys, or a command that gets plan and signature',
            )
            .option(
              '--config-to-dir <dir>',
              'folder of the manifests for clusters (default: config/ in the workspace or state folder)',
            )
            .option(
              '--apply-config',
              'apply these manifests to the cluster afterwards, as `airlock cluster-config apply` does',
            ),
        ),
      ).option('--dry-run', 'collect and show everything, copy and apply nothing'),
    async (context, options, [destination]) => {
      const { terminal, signal, pause } = context;
      const dryRun = options.dryRun === true;
      const given = mirrorRequest(options, destination, options.plan, dryRun);
      const requested =
        options.request === undefined
          ? undefined
          : await mirrorForRequest(terminal, userPath(options.request), given);
      if (requested?.made !== undefined) {
        terminal.print(
          `Transfer ${requested.made} was made for it: airlock media export --request FILE carries it.`,
        );
        terminal.result({ status: 'complete', transfer: requested.made, request: requested.id });
        return 0;
      }
      const request = requested?.mirror ?? given;
      const control = { emit: terminal.event.bind(terminal), signal, pause };
      const applies = await appliesConfig(context, request, options);
      if (dryRun) {
        const { planMirror } = await import('../../../core/mirror/plan/plan-mirror.ts');
        const seen = applies ? { config: true } : {};
        const planned = await planMirror(request, hostFacts(), control, undefined, seen);
        const { summary, exitCode, mapping, config } = planned;
        printPlan(terminal, summary);
        if (mapping) terminal.print(`List of all images for mirroring in ${mapping}`);
        for (const problem of config?.problems ?? []) terminal.problem(problem);
        const resources = config?.objects.map(({ resource }) => resource) ?? [];
        const after =
          resources.length > 0
            ? await applyAfterPush(context, resources, { state: '', dryRun, options })
            : undefined;
        terminal.result({
          ...{ status: 'complete', dryRun: true, ...summary },
          mapping: mapping || undefined,
          applied: after?.applied,
        });
        return exitCode || (after?.exitCode ?? 0);
      }
      const { mirror } = await import('../../../core/mirror/mirror.ts');
      const { exitCode, ...result } = await mirror(request, hostFacts(), control);
      if (requested && result.transfer !== undefined && request.workflow.kind === 'mirrorToDisk') {
        const { noteMade } = await import('../../../core/media/request/take-request.ts');
        await noteMade(request.workflow.directory, requested.id, result.transfer);
      }
      printResult(terminal, result);
      const { config, state } = result;
      const after =
        applies && config !== undefined && state !== undefined
          ? await applyAfterPush(context, config, { state, dryRun, options })
          : undefined;
      terminal.result({
        ...result,
        request: requested?.id,
        applied: after?.applied,
      });
      return exitCode || (after?.exitCode ?? 0);
    },
  );
}

const WORDS: Record<string, string> = { 'not-checked': 'not checked', override: 'by override' };

/** What it came to, what it cost, and what to do next. */
export function printResult(terminal: Terminal, result: Omit<MirrorResult, 'exitCode'>): void {
  const { images, bytes: moved } = result;
  const head = { complete: 'Done', partial: 'Done, with failures', paused: 'Paused', failed: 'Failed' }[
    result.status
  ];
  terminal.print(
    `${head}: ${count(images.copied, 'image')} copied, ${images.present} already there, ${images.failed} failed`,
  );
  terminal.print(
    `Fetched ${bytes(moved.fetched)}, sent ${bytes(moved.sent)}, written ${bytes(moved.written)}, not needed ${bytes(moved.present)}`,
  );
  if (result.verified !== undefined)
    terminal.print(`Verified ${count(result.verified, 'image')} at the destination`);
  const verdicts = Object.entries(result.verdicts).filter(([, images]) => images > 0);
  if (verdicts.length > 0)
    terminal.print(
      `Origin: ${verdicts.map(([verdict, images]) => `${images} ${WORDS[verdict] ?? verdict}`).join(', ')}`,
    );
  for (const { name, whole: isComplete } of result.deliverables)
    terminal.print(`  ${isComplete ? 'whole    ' : 'not whole'} ${name}`);
  for (const { message } of result.rejected) terminal.print(`  ${message}`);
  for (const { package: of, bundle, missing } of result.incomplete)
    terminal.print(`  incomplete ${bundle} of operator ${of}: ${count(missing.length, 'image')} missing`);
  if (result.transfer) terminal.print(`Transfer ${result.transfer}: ${result.directory}`);
  if (result.resources) terminal.print(`Cluster resources: ${result.resources}`);
  if (result.config) terminal.print(`Manifests for clusters: ${result.config}`);
  if (result.handOver) terminal.print(`Hand-over sheet: ${result.handOver}`);
  if (result.run) terminal.print(`Audit record: ${result.run}`);
  if (result.next) terminal.print(`Next: ${result.next}`);
}
