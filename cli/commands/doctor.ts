import type { Command } from '@commander-js/extra-typings';
import type { DoctorReport, DoctorRequest } from '../../core/app/doctor/examine.ts';
import { firstWords } from '../../core/base/document/words.ts';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { directoryOf, parseDestination } from '../../core/mirror/run/workflow.ts';
import { addCommand } from '../terminal/command-line.ts';
import { Option } from '../terminal/commander.ts';
import { table } from '../terminal/format.ts';
import { hostFacts } from '../terminal/host.ts';
import { t as common } from '../terminal/messages.ts';
import { boolean, userPath } from '../terminal/options.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { t } from './messages.ts';
import { printFindings } from './output/findings.ts';

const WOULD_STOP = 2;
const PROGRESS_MS = 1_000;

export function addDoctor(program: Command): void {
  addCommand(
    program,
    'doctor [docker://HOST[/PATH]]',
    t('doctor'),
    (command) => {
      const options = [
        new Option('-c, --config <file>', t('doctorConfigOption')),
        new Option('--workspace <file://DIR>', t('doctorWorkspaceOption')),
        new Option('--src-tls-verify [boolean]', common('sourceTlsOption')).argParser(boolean).default(true),
        new Option('--dest-tls-verify [boolean]', common('destinationTlsOption'))
          .argParser(boolean)
          .default(true),
        new Option('--authfile <file>', common('authfileOption')),
      ];
      for (const option of options) command.addOption(option);
      return command;
    },
    async ({ terminal, signal, pause }, options, [destination]) => {
      const { examine } = await import('../../core/app/doctor/examine.ts');
      const request = requestOf(options, destination);
      const report = await examine(request, hostFacts(), {
        // An incomplete check saves nothing, so the first Ctrl-C stops it.
        signal: AbortSignal.any([signal, pause]),
        onProgress: progressTo(terminal),
      });
      if (report.profile) {
        const { keepProfile } = await import('../../core/mirror/run/destination-profile.ts');
        await keepProfile(report.profile, hostFacts(), request.workspace).catch((error: Error) =>
          terminal.say('warning', t('profileNotSaved', { reason: error.message })),
        );
      }
      const { problemOf } = await import('../../core/app/doctor/checks/finding.ts');
      print(terminal, report);
      terminal.result({
        ...report,
        problems: report.findings.flatMap((finding) => problemOf(finding) ?? []),
      });
      return report.ok ? 0 : WOULD_STOP;
    },
    { interrupted: 'Stopping.' },
  );
}

/** @throws AirlockError `usage` */
function requestOf(options: Record<string, unknown>, destination: string | undefined): DoctorRequest {
  const given = options as {
    config?: string;
    workspace?: string;
    authfile?: string;
    srcTlsVerify: boolean;
    destTlsVerify: boolean;
  };
  if (destination !== undefined && !destination.startsWith('docker://'))
    throw new AirlockError('usage', t('doctorDestinationInvalid', { destination }), {
      remedy: t('doctorDestinationInvalidRemedy'),
    });
  return {
    sourceTlsVerify: given.srcTlsVerify,
    destinationTlsVerify: given.destTlsVerify,
    configFile: given.config === undefined ? undefined : userPath(given.config),
    workspace:
      given.workspace === undefined ? undefined : userPath(directoryOf(given.workspace, '--workspace')),
    authFile: given.authfile === undefined ? undefined : userPath(given.authfile),
    destination: destination === undefined ? undefined : parseDestination(destination),
  };
}

function progressTo(terminal: Terminal) {
  let last = 0;
  return ({ done, total, doing }: { done: number; total: number; doing: string }): void => {
    const now = Date.now();
    if (now - last < PROGRESS_MS) return;
    last = now;
    terminal.line({ type: 'progress', phase: 'doctor', done, total, doing });
    terminal.say('info', t('doctorProgress', { done, total, doing }));
  };
}

/** Prints the findings, then the hosts. */
function print(terminal: Terminal, { ok, findings, hosts, notes }: DoctorReport): void {
  printFindings(terminal, findings);
  if (hosts.length > 0) {
    terminal.print(['', t('doctorHosts'), '']);
    const rows = hosts.map(({ host, port, protocol, reached, via, why }) => [
      host,
      String(port),
      protocol,
      reached ? t('reached') : '-',
      via === undefined ? '' : t('throughProxy', { proxy: via }),
      firstWords(why, 3),
    ]);
    const head = [t('hostColumn'), t('portColumn'), t('protocolColumn'), '', '', t('whyColumn')];
    terminal.print(table([head, ...rows]));
  }
  for (const note of notes) terminal.print(['', note]);
  const errors = findings.filter(({ level }) => level === 'error').length;
  const warnings = findings.filter(({ level }) => level === 'warning').length;
  terminal.print(['', ok ? t('doctorPassed', { warnings }) : t('doctorFailed', { errors, warnings })]);
}
