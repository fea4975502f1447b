import type { Command } from '@commander-js/extra-typings';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import type { ListedRun } from '../../../core/runs/audit/read-runs.ts';
import type { RunFile } from '../../../core/runs/audit/run-file.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { bytes, duration, table } from '../../terminal/format.ts';
import { commandHost, hostFacts } from '../../terminal/host.ts';
import { t as common } from '../../terminal/messages.ts';
import { boolean, each, userPath } from '../../terminal/options.ts';
import { t } from './messages.ts';
import { runNumber, runsDirectory } from './run-place.ts';
import { addRunsAttach } from './runs-attach.ts';
import { addRunsRollback } from './runs-rollback.ts';

const NOT_OK = 2;
const HEAD = [
  t('runColumn'),
  t('statusColumn'),
  t('workflowColumn'),
  t('startedColumn'),
  t('durationColumn'),
  t('imagesColumn'),
  t('downloadedColumn'),
  t('uploadedColumn'),
  t('transferColumn'),
];

export function addRuns(program: Command): void {
  const runs = program.command('runs').description(t('runs'));
  addList(runs);
  addShow(runs);
  addExport(runs);
  addRunsAttach(runs);
  addVerifyLog(runs);
  addReplay(runs);
  addRunsRollback(runs);
}

function addList(runs: Command): void {
  addCommand(
    runs,
    'list [file://DIR]',
    t('runsList'),
    (command) => command,
    async ({ terminal }, _options, [url]) => {
      const { listRuns } = await import('../../../core/runs/audit/read-runs.ts');
      const list = await listRuns(runsDirectory(url, 'runs list'));
      if (list.length === 0) terminal.print(t('none'));
      else terminal.print(table([HEAD, ...list.map(row)]));
      terminal.result({ runs: list });
      return 0;
    },
  );
}

function addShow(runs: Command): void {
  addCommand(
    runs,
    'show <number> [file://DIR]',
    t('runsShow'),
    (command) => command,
    async ({ terminal }, _options, [number, url]) => {
      const { readRun } = await import('../../../core/runs/audit/read-runs.ts');
      const run = await readRun(runsDirectory(url, `runs show ${number!}`), runNumber(number!));
      terminal.print(table([HEAD, row(run)]));
      terminal.print(t('recordDirectory', { directory: run.directory }));
      if (run.run) {
        terminal.print(startLine(run.run));
        if (run.run.session)
          terminal.print(t('startedInApp', { user: run.run.session.name, role: run.run.session.role }));
        if (run.run.plan) terminal.print(planLine(run.run.plan));
        for (const override of run.run.overrides) terminal.print(t('override', { override }));
        if (run.run.problem) terminal.print(t('endedBy', { message: run.run.problem.message }));
      }
      terminal.print(
        table(
          run.images.map((image) => [
            image.result,
            image.origin,
            image.destination,
            bytes(image.size),
            image.verdict,
          ]),
        ),
      );
      for (const { origin, error } of run.images)
        if (error) terminal.print(t('imageFailed', { image: origin, message: error.message }));
      terminal.result({ run });
      return 0;
    },
  );
}

function addExport(runs: Command): void {
  addCommand(
    runs,
    'export <file> [file://DIR]',
    t('runsExport'),
    (command) => command.option('--run <number>', t('runsExportRunOption'), each),
    async ({ terminal, signal, pause }, options, [file, url]) => {
      const { exportRecords } = await import('../../../core/runs/audit/export-records.ts');
      const { run: numbers } = options;
      const path = userPath(file!);
      const written = await exportRecords(runsDirectory(url, `runs export ${path}`), path, {
        sequences: numbers?.map(runNumber),
        signal: AbortSignal.any([signal, pause]),
      });
      terminal.print(
        t('exported', {
          count: written.records.length,
          file: path,
          size: bytes(written.bytes),
          digest: written.digest,
        }),
      );
      terminal.result({ file: path, ...written });
      return 0;
    },
  );
}

function addVerifyLog(runs: Command): void {
  addCommand(
    runs,
    'verify-log [file://DIR]',
    t('runsVerifyLog'),
    (command) => command,
    async ({ terminal }, _options, [url]) => {
      const { verifyRunLog } = await import('../../../core/runs/audit/verify-run-log.ts');
      const verdict = await verifyRunLog(runsDirectory(url, 'runs verify-log'));
      for (const problem of verdict.problems) terminal.problem(problem);
      terminal.print(t(verdict.ok ? 'recordsIntact' : 'recordsAltered'));
      terminal.result(verdict);
      return verdict.ok ? 0 : NOT_OK;
    },
  );
}

function addReplay(runs: Command): void {
  addCommand(
    runs,
    'replay <number> <file://DIR>',
    t('runsReplay'),
    (command) =>
      command
        .option('--src-tls-verify [boolean]', common('sourceTlsOption'), boolean, true)
        .option('--authfile <file>', common('authfileOption')),
    async ({ terminal, signal, pause }, options, [number, url]) => {
      const { replayRun } = await import('../../../core/mirror/rollback/replay.ts');
      const { srcTlsVerify, authfile } = options;
      const result = await replayRun(
        {
          directory: userPath(directoryOf(url!, `runs replay ${number!}`)),
          sequence: runNumber(number!),
          arguments: commandHost().argv,
          sourceTlsVerify: srcTlsVerify,
          destinationTlsVerify: true,
          retryTimes: 5,
          retryDelayMs: 0,
          parallelImages: 4,
          parallelLayers: 5,
          authFile: authfile === undefined ? undefined : userPath(authfile),
        },
        hostFacts(),
        { emit: terminal.event.bind(terminal), signal, pause },
      );
      for (const { name, message } of result.failures)
        terminal.say('error', t('stillDamaged', { name, message }));
      terminal.print(
        result.repaired.length === 0 && result.failures.length === 0
          ? t('intact', { transfer: result.transfer })
          : t('repaired', {
              transfer: result.transfer,
              repaired: result.repaired.length,
              damaged: result.failures.length,
              size: bytes(result.bytes.fetched),
            }),
      );
      terminal.result(result);
      return result.status === 'complete' ? 0 : NOT_OK;
    },
  );
}

function planLine({ file, digest, approval, approvedBy }: NonNullable<RunFile['plan']>): string {
  const plan = approvedBy
    ? t('planApproved', {
        file,
        digest,
        user: approvedBy.name,
        role: approvedBy.role,
        time: approvedBy.at,
      })
    : t('plan', { file, digest });
  if (!approval) return plan;
  const { signature } = approval;
  return approval.by === 'key'
    ? t('planSignedByKey', { plan, signature, fingerprint: String(approval.fingerprint) })
    : t('planSignedByCommand', { plan, signature, command: String(approval.command) });
}

function startLine({ user, sudoUser, host, tool, arguments: words }: RunFile): string {
  const facts = { user, host, version: tool.version, command: words.join(' ') };
  return sudoUser ? t('startedBySudo', { ...facts, sudoUser }) : t('startedBy', facts);
}

function row({ sequence, status, run }: ListedRun): string[] {
  if (!run) return [String(sequence), status];
  const elapsed = run.endedAt ? duration(Date.parse(run.endedAt) - Date.parse(run.startedAt)) : '-';
  const images = run.counts?.images;
  return [
    String(sequence),
    status,
    t('workflow', { workflow: run.workflow }),
    run.startedAt,
    elapsed,
    images ? `${images.copied + images.present}/${images.total}` : '-',
    run.counts ? bytes(run.counts.bytes.fetched) : '-',
    run.counts ? bytes(run.counts.bytes.sent) : '-',
    run.transfer ?? '-',
  ];
}
