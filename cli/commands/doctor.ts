import type { Command } from '@commander-js/extra-typings';
import type { Finding } from '../../core/app/doctor/checks/finding.ts';
import type { DoctorReport, DoctorRequest } from '../../core/app/doctor/examine.ts';
import { firstWords } from '../../core/base/document/words.ts';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { directoryOf, parseDestination } from '../../core/mirror/run/workflow.ts';
import { addCommand } from '../terminal/command-line.ts';
import { Option } from '../terminal/commander.ts';
import { count, table } from '../terminal/format.ts';
import { hostFacts } from '../terminal/host.ts';
import { boolean, userPath } from '../terminal/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

const WOULD_STOP = 2;
const PROGRESS_MS = 1_000;

export function addDoctor(program: Command): void {
  addCommand(
    program,
    'doctor [docker://HOST[/PATH]]',
    'what would stop Airlock from working here, each with a remedy',
    (command) => {
      const options = [
        new Option('-c, --config <file>', 'image set configuration: every host that it needs is looked at'),
        new Option('--workspace <file://DIR>', 'the folder of a workspace, or where one is to be'),
        new Option(
          '--src-tls-verify [boolean]',
          'false: accept any certificate and plain HTTP at the sources',
        )
          .argParser(boolean)
          .default(true),
        new Option(
          '--dest-tls-verify [boolean]',
          'false: accept any certificate and plain HTTP at the destination',
        )
          .argParser(boolean)
          .default(true),
        new Option(
          '--authfile <file>',
          'registry credentials (default: REGISTRY_AUTH_FILE and the usual places)',
        ),
      ];
      for (const option of options) command.addOption(option);
      return command;
    },
    async ({ terminal, signal, pause }, options, [destination]) => {
      const { examine } = await import('../../core/app/doctor/examine.ts');
      const request = requestOf(options, destination);
      const report = await examine(request, hostFacts(), {
        // Nothing of a check that is not over is worth keeping: the first Ctrl-C stops it.
        signal: AbortSignal.any([signal, pause]),
        onProgress: progressTo(terminal),
      });
      if (report.profile) {
        const { keepProfile } = await import('../../core/mirror/run/destination-profile.ts');
        await keepProfile(report.profile, hostFacts(), request.workspace).catch((error: Error) =>
          terminal.say('warning', `What the destination takes cannot be kept for plans: ${error.message}`),
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
    throw new AirlockError('usage', `"${destination}" is no destination: write it as docker://HOST[/PATH]`, {
      remedy: 'A folder is named by --workspace file://DIR.',
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
    terminal.say('info', `${done} of ${total} checks, ${doing}`);
  };
}

/** What is wrong first and in full, then what is in order as a table, then the hosts. */
function print(terminal: Terminal, { ok, findings, hosts, notes }: DoctorReport): void {
  for (const finding of findings) if (finding.level !== 'ok') terminal.print([...inFull(finding), '']);
  const fine = findings.filter(({ level }) => level === 'ok');
  terminal.print(table(fine.map(({ check, subject, what }) => ['ok', check, subject, what])));
  if (hosts.length > 0) {
    terminal.print(['', 'Hosts to allow in firewalls:', '']);
    const rows = hosts.map(({ host, port, protocol, reached, via, why }) => [
      host,
      String(port),
      protocol,
      reached ? 'reached' : '-',
      via === undefined ? '' : `through ${via}`,
      firstWords(why, 3),
    ]);
    terminal.print(table([['HOST', 'PORT', 'PROTOCOL', '', '', 'WHY'], ...rows]));
  }
  for (const note of notes) terminal.print(['', note]);
  const errors = findings.filter(({ level }) => level === 'error').length;
  const warnings = findings.filter(({ level }) => level === 'warning').length;
  const others = warnings > 0 ? `, and ${count(warnings, 'warning')}` : '';
  terminal.print([
    '',
    ok
      ? `Nothing was found that would stop a run${others}.`
      : `${count(errors, 'finding')} would stop a run${others}.`,
  ]);
}

function inFull({ level, code, check, subject, what, why, remedy, evidence }: Finding): string[] {
  return [
    `${level}  ${check}  ${subject}${level === 'info' ? '' : `  (${code})`}`,
    `    ${what}`,
    `    Why it matters: ${why}`,
    `    What to do: ${remedy}`,
    ...evidence.map((fact) => `    - ${fact}`),
  ];
}
