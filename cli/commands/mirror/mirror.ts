import type { Command } from '@commander-js/extra-typings';
import { extractCommand } from '../../../core/cluster/config/extract-command.ts';
import type { DryRunFiles } from '../../../core/mirror/plan/dry-run-files.ts';
import type { MirrorResult } from '../../../core/mirror/run/request.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { bytes } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { applyOptions } from '../cluster/apply.ts';
import { clusterOptions } from '../cluster/choice.ts';
import { t } from './messages.ts';
import { appliesConfig, applyAfterPush } from './mirror-apply.ts';
import { mirrorForRequest } from './mirror-for-request.ts';
import { mirrorOptions, mirrorRequest } from './mirror-options.ts';
import { printPlan } from './plan.ts';

export function addMirror(program: Command): void {
  addCommand(
    program,
    'mirror [destination]',
    t('mirror'),
    (command) =>
      applyOptions(
        clusterOptions(
          mirrorOptions(command)
            .option('--request <file>', t('requestOption'))
            .option('--plan <file>', t('planOption'))
            .option('--require-signature <key|command>', t('requireSignatureOption'))
            .option('--config-to-dir <directory>', t('configToDirOption'))
            .option('--apply-config', t('applyConfigOption')),
        ),
      )
        .option('--dry-run', t('dryRunOption'))
        .option('--dry-run-manifest-lists', t('dryRunManifestListsOption')),
    async (context, options, [destination]) => {
      const { terminal, signal, pause } = context;
      const dryRun = options.dryRun === true || options.dryRunManifestLists === true;
      const given = mirrorRequest(options, destination, options.plan, dryRun);
      const requested =
        options.request === undefined
          ? undefined
          : await mirrorForRequest(terminal, userPath(options.request), given);
      if (requested?.transfer !== undefined) {
        terminal.print(t('requestDone', { transfer: requested.transfer }));
        terminal.result({ status: 'complete', transfer: requested.transfer, request: requested.id });
        return 0;
      }
      const request = requested?.mirror ?? given;
      const control = { emit: terminal.event.bind(terminal), signal, pause };
      const applies = await appliesConfig(context, request, options);
      if (dryRun) {
        const { planMirror } = await import('../../../core/mirror/plan/plan-mirror.ts');
        const seen = applies ? { config: true } : {};
        const planned = await planMirror(request, hostFacts(), control, undefined, seen);
        const { summary, exitCode, files, config } = planned;
        printPlan(terminal, summary);
        if (files) printDryRun(terminal, files);
        for (const problem of config?.problems ?? []) terminal.problem(problem);
        const resources = config?.objects.map(({ resource }) => resource) ?? [];
        const after =
          resources.length > 0
            ? await applyAfterPush(context, resources, { state: '', dryRun, options })
            : undefined;
        terminal.result({
          ...{ status: 'complete', dryRun: true, ...summary },
          ...files,
          applied: after?.applied,
        });
        return exitCode || (after?.exitCode ?? 0);
      }
      const { mirror } = await import('../../../core/mirror/mirror.ts');
      const { exitCode, ...result } = await mirror(request, hostFacts(), control);
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

function printDryRun(terminal: Terminal, { mapping, missing, resources }: DryRunFiles): void {
  terminal.print(t('mapping', { file: mapping }));
  if (missing) terminal.print(t('missing', { file: missing }));
  if (resources) terminal.print(t('resources', { directory: resources }));
}

const VERDICTS: Record<string, string> = {
  'not-checked': t('notCheckedVerdict'),
  override: t('overrideVerdict'),
};

/** Prints the result of a run, its cost and the next step. */
export function printResult(terminal: Terminal, result: Omit<MirrorResult, 'exitCode'>): void {
  const { images, bytes: moved } = result;
  const { copied, present, failed } = images;
  terminal.print(t(result.status, { copied, present, failed }));
  terminal.print(
    t('moved', {
      fetched: bytes(moved.fetched),
      sent: bytes(moved.sent),
      written: bytes(moved.written),
      present: bytes(moved.present),
    }),
  );
  if (result.verified !== undefined) terminal.print(t('verified', { count: result.verified }));
  const verdicts = Object.entries(result.verdicts).filter(([, images]) => images > 0);
  if (verdicts.length > 0)
    terminal.print(
      t('verdicts', {
        verdicts: verdicts
          .map(([verdict, count]) => t('verdict', { count, verdict: VERDICTS[verdict] ?? verdict }))
          .join(', '),
      }),
    );
  for (const { name, complete: isComplete } of result.deliverables)
    terminal.print(t(isComplete ? 'deliverableComplete' : 'deliverableIncomplete', { name }));
  for (const { message } of result.rejected) terminal.print(`  ${message}`);
  for (const { package: name, bundle, missing } of result.incomplete)
    terminal.print(t('bundleIncomplete', { bundle, package: name, missing: missing.length }));
  if (result.transfer)
    terminal.print(t('transfer', { transfer: result.transfer, directory: String(result.directory) }));
  for (const { name, size, digest } of result.attached ?? [])
    terminal.print(t('attachedFile', { name, size: bytes(size), digest }));
  if (result.resources) terminal.print(t('resources', { directory: result.resources }));
  if (result.config) terminal.print(t('manifests', { directory: result.config }));
  if (result.handoff) terminal.print(t('handoff', { file: result.handoff }));
  if (result.run) terminal.print(t('auditRecord', { directory: result.run }));
  if (result.next) terminal.print(t('next', { step: result.next }));
  if (result.release) terminal.print(t('extractNext', { command: extractCommand(result.release) }));
}
