import type { Command } from '@commander-js/extra-typings';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import type { ListedRun } from '../../../core/runs/audit/read-runs.ts';
import type { RunFile } from '../../../core/runs/audit/run-file.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { bytes, count, duration, table } from '../../terminal/format.ts';
import { commandHost, hostFacts } from '../../terminal/host.ts';
import { boolean, each, userPath } from '../../terminal/options.ts';
import { runNumber, runsDirectory } from './run-place.ts';
import { addRunsAttach } from './runs-attach.ts';
import { addRunsRollback } from './runs-rollback.ts';

const NOT_OK = 2;
const HEAD = ['RUN', 'STATUS', 'WORKFLOW', 'STARTED', 'TOOK', 'IMAGES', 'FETCHED', 'SENT', 'TRANSFER'];
const WHERE = 'a workspace or a --state folder (default: your state folder)';

export function addRuns(program: Command): void {
  const runs = program.command('runs').description('the audit records of runs');
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
    `every run of ${WHERE}`,
    (command) => command,
    async ({ terminal }, _options, [url]) => {
      const { listRuns } = await import('../../../core/runs/audit/read-runs.ts');
      const list = await listRuns(runsDirectory(url));
      if (list.length === 0) terminal.print('No run yet.');
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
    `one run of ${WHERE}: its configuration, images and failures`,
    (command) => command,
    async ({ terminal }, _options, [number, url]) => {
      const { readRun } = await import('../../../core/runs/audit/read-runs.ts');
      const run = await readRun(runsDirectory(url), runNumber(number!));
      terminal.print(table([HEAD, row(run)]));
      terminal.print(`Record: ${run.directory}`);
      if (run.run) {
        terminal.print(
          `By ${run.run.user}${run.run.sudoUser ? ` (${run.run.sudoUser} by sudo)` : ''} on ${run.run.host} with ${run.run.tool.version}: airlock ${run.run.arguments.join(' ')}`,
        );
        if (run.run.session)
          terminal.print(`Started in the app by ${run.run.session.name} (${run.run.session.role})`);
        if (run.run.plan) terminal.print(planLine(run.run.plan));
        for (const override of run.run.overrides) terminal.print(`Override: ${override}`);
        if (run.run.problem) terminal.print(`Ended by: ${run.run.problem.message}`);
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
        if (error) terminal.print(`failed ${origin}: ${error.message}`);
      terminal.result({ run });
      return 0;
    },
  );
}

function addExport(runs: Command): void {
  addCommand(
    runs,
    'export <file> [file://DIR]',
    `write records of ${WHERE} into one tar; they count as written out from then on`,
    (command) =>
      command.option('--run <n>', 'this one; may be repeated (default: all that have ended)', each),
    async ({ terminal, signal, pause }, options, [file, url]) => {
      const { exportRecords } = await import('../../../core/runs/audit/export-records.ts');
      const { run: numbers } = options;
      const path = userPath(file!);
      const written = await exportRecords(runsDirectory(url), path, {
        sequences: numbers?.map(runNumber),
        signal: AbortSignal.any([signal, pause]),
      });
      terminal.print(
        `${count(written.records.length, 'record')} in ${path}, ${bytes(written.bytes)}, ${written.digest}`,
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
    `check that no record of ${WHERE} was changed or taken out`,
    (command) => command,
    async ({ terminal }, _options, [url]) => {
      const { verifyRunLog } = await import('../../../core/runs/audit/verify-run-log.ts');
      const verdict = await verifyRunLog(runsDirectory(url));
      for (const problem of verdict.problems) terminal.problem(problem);
      terminal.print(
        verdict.ok ? 'The records are whole and vouch for each other.' : 'The records were altered.',
      );
      terminal.result(verdict);
      return verdict.ok ? 0 : NOT_OK;
    },
  );
}

function addReplay(runs: Command): void {
  addCommand(
    runs,
    'replay <number> <file://DIR>',
    'mend the archive set of a mirror-to-disk run: fetches only what is damaged or missing',
    (command) =>
      command
        .option(
          '--src-tls-verify [boolean]',
          'false: accept any certificate and plain HTTP at the sources',
          boolean,
          true,
        )
        .option(
          '--authfile <file>',
          'registry credentials (default: REGISTRY_AUTH_FILE and the usual places)',
        ),
    async ({ terminal, signal, pause }, options, [number, url]) => {
      const { replayRun } = await import('../../../core/mirror/rollback/replay.ts');
      const { srcTlsVerify, authfile } = options;
      const result = await replayRun(
        {
          directory: userPath(directoryOf(url!, 'runs replay')),
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
        terminal.say('error', `still damaged: ${name}: ${message}`);
      terminal.print(
        result.mended.length === 0 && result.failures.length === 0
          ? `${result.transfer} is whole: nothing to mend.`
          : `${result.transfer}: ${count(result.mended.length, 'entry').replace(/entrys$/, 'entries')} mended, ${result.failures.length} still damaged; fetched ${bytes(result.bytes.fetched)}.`,
      );
      terminal.result(result);
      return result.status === 'complete' ? 0 : NOT_OK;
    },
  );
}

function planLine({ file, digest, approval, approvedBy }: NonNullable<RunFile['plan']>): string {
  const named = approvedBy && `, approved by ${approvedBy.name} (${approvedBy.role}) at ${approvedBy.at}`;
  const plan = `Plan: ${file} (${digest})${named ?? ''}`;
  if (!approval) return plan;
  const by = approval.by === 'key' ? `key ${approval.fingerprint}` : `\`${approval.command}\``;
  return `${plan}, signature ${approval.signature} verified by ${by}`;
}

function row({ sequence, status, run }: ListedRun): string[] {
  if (!run) return [String(sequence), status];
  const elapsed = run.endedAt ? duration(Date.parse(run.endedAt) - Date.parse(run.startedAt)) : '-';
  const images = run.counts?.images;
  return [
    String(sequence),
    status,
    run.workflow,
    run.startedAt,
    elapsed,
    images ? `${images.copied + images.present}/${images.total}` : '-',
    run.counts ? bytes(run.counts.bytes.fetched) : '-',
    run.counts ? bytes(run.counts.bytes.sent) : '-',
    run.transfer ?? '-',
  ];
}
