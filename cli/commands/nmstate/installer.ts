import type { Command } from '@commander-js/extra-typings';
import { addCommand } from '../../terminal/command-line.ts';
import { Option } from '../../terminal/commander.ts';
import { userPath } from '../../terminal/options.ts';
import { SECRET_MODE, withCredentials } from './credentials.ts';
import { hasErrors, inputOptions, plainProblems, readInput, reportProblems } from './input.ts';
import { t } from './messages.ts';

export function addNmstateInstaller(parent: Command): void {
  addCommand(
    parent,
    'installer <file|directory>',
    t('installer'),
    (command) =>
      inputOptions(
        command
          .addOption(
            new Option('--for <config>', t('installerFileOption'))
              .choices(['agent-config', 'install-config'])
              .default('agent-config'),
          )
          .option('-o, --output <file>', t('installerOutputOption'))
          .option('--rendezvous-ip <address>', t('rendezvousOption'))
          .option('--bmc-credentials <file>', t('installerBmcCredentialsOption'))
          .option('--skip-bmc-verification', t('installerSkipBmcVerificationOption')),
      ),
    async ({ terminal }, options, [path]) => {
      const [{ agentConfig, installConfigHosts }, { writeFileAtomic }] = await Promise.all([
        import('../../../core/nmstate/first-boot/installer-hosts.ts'),
        import('../../../core/base/files/atomic-file.ts'),
      ]);
      const { for: which, output, rendezvousIp, bmcCredentials, skipBmcVerification } = options;
      const input = await readInput(path!, options, { ofHosts: true });
      const credentials = await withCredentials(input.hosts, bmcCredentials);
      const made =
        which === 'agent-config'
          ? agentConfig(credentials.hosts, {
              name: input.cluster?.name,
              rendezvousIP: rendezvousIp,
            })
          : installConfigHosts(credentials.hosts, {
              skipBmcVerification,
            });
      const problems = plainProblems([...input.problems, ...credentials.problems, ...made.problems]);
      reportProblems(terminal, problems);
      const ok = !hasErrors(problems) && input.hosts.length > 0;
      const file = ok && output !== undefined ? userPath(output) : undefined;
      if (file) {
        await writeFileAtomic(file, made.text, made.secret ? { mode: SECRET_MODE } : {});
        terminal.print(t('written', { path: file }));
      } else if (ok) terminal.printText(made.preview.trimEnd());
      else terminal.say('error', input.hosts.length === 0 ? t('hostsMissing') : t('notWritten'));
      terminal.result({
        ok,
        hosts: input.hosts.map(({ host }) => host.name),
        output: file,
        configuration: ok && file === undefined ? made.preview : undefined,
        problems,
      });
      return ok ? 0 : 1;
    },
  );
}
