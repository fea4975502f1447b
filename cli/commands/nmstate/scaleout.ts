import { join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { boolean, each, integer, userPath } from '../../terminal/options.ts';
import { check } from './check.ts';
import { SECRET_MODE, withCredentials } from './credentials.ts';
import { hasErrors, inputOptions, plainProblems, readInput, reportProblems, textOf } from './input.ts';
import { t } from './messages.ts';

const MOST_MACHINES = 10_000;

export function addNmstateScaleOut(parent: Command): void {
  addCommand(
    parent,
    'scaleout <file|directory>',
    t('scaleout'),
    (command) =>
      inputOptions(
        command
          .requiredOption('--host <name>', t('newHostOption'), each)
          .requiredOption('--to <directory>', t('scaleoutDirectoryOption'))
          .option('--role <pool>', t('roleOption'))
          .option('--machine-config <file>', t('machineConfigOption'))
          .option('--bmc-credentials <file>', t('bmcCredentialsOption'))
          .option('--machineset <name>', t('machineSetOption'))
          .option('--replicas <number>', t('replicasOption'), integer(1, MOST_MACHINES))
          .option('--namespace <name>', t('namespaceOption'))
          .option('--bmc-tls-verify [boolean]', t('bmcTlsVerifyOption'), boolean, true)
          .option('--gzip', t('scaleoutGzipOption')),
      ),
    async ({ terminal }, options, [path]) => {
      const [{ scaleOut }, { shortName }, { writeFileAtomic }] = await Promise.all([
        import('../../../core/nmstate/scale-out/scale-out.ts'),
        import('../../../core/nmstate/model/host.ts'),
        import('../../../core/base/files/atomic-file.ts'),
      ]);
      const {
        host: names,
        to,
        machineConfig,
        bmcCredentials,
        machineset,
        replicas,
        namespace,
        gzip,
      } = options;
      const input = await readInput(path!, options, { ofHosts: true });
      const wanted = new Set(names.map(shortName));
      const fresh = input.hosts.filter(({ host }) => wanted.has(shortName(host.name)));
      for (const name of names)
        if (!fresh.some(({ host }) => shortName(host.name) === shortName(name)))
          throw new AirlockError('usage', t('hostUnknown', { path: path!, host: name }), {
            remedy:
              input.hosts.length === 0
                ? t('hostUnknownEmptyRemedy')
                : t('hostUnknownRemedy', { hosts: input.hosts.map(({ host }) => host.name).join(', ') }),
          });
      const credentials = await withCredentials(fresh, bmcCredentials);
      const role = fresh[0]!.host.role;
      const clusterFile = input.clusterFiles.find(
        (one) => one.role === undefined || one.role === role,
      )?.document;
      const made = await scaleOut(credentials.hosts, {
        present: input.hosts.filter((entry) => !fresh.includes(entry)),
        bmcTlsVerify: options.bmcTlsVerify,
        machineConfig:
          machineConfig === undefined
            ? undefined
            : { text: await textOf(userPath(machineConfig)), file: machineConfig },
        clusterFile,
        gzip,
        openShiftVersion: input.version,
        machineSet: machineset,
        replicas,
        namespace,
      });
      const checked = await check(input, input.hosts, role);
      const concerned = new Set(fresh.map(({ host }) => host.name));
      const problems = plainProblems([
        ...input.problems,
        ...credentials.problems,
        ...made.problems,
        ...checked.documents.flatMap(({ host, problems: own }) =>
          host !== null && concerned.has(host) ? own : [],
        ),
      ]);
      reportProblems(terminal, problems);
      const ok = !hasErrors(problems);
      const folder = userPath(to);
      const written: { path: string; kind: string; host: string | null; secret: boolean }[] = [];
      if (ok) {
        for (const { name, kind, host = null, text, secret } of made.files) {
          await writeFileAtomic(join(folder, name), text, secret ? { mode: SECRET_MODE } : {});
          written.push({ path: join(folder, name), kind, host, secret });
        }
        await writeFileAtomic(join(folder, 'README.md'), made.markdown);
        written.push({ path: join(folder, 'README.md'), kind: 'Markdown', host: null, secret: false });
        terminal.printText(made.markdown);
        terminal.say(
          'info',
          t('writtenFiles', {
            folder,
            files: written.map(({ path: file }) => file.slice(folder.length + 1)).join(', '),
          }),
        );
      } else terminal.say('error', t('notWritten'));
      terminal.result({
        ok,
        role: made.role,
        hosts: made.hosts,
        files: written,
        steps: made.steps,
        scaleCommand: made.scaleCommand,
        problems,
      });
      return ok ? 0 : 1;
    },
  );
}
