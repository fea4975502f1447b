import type { Command } from '@commander-js/extra-typings';
import { addCommand } from '../../terminal/command-line.ts';
import { Option } from '../../terminal/commander.ts';
import { userPath } from '../../terminal/options.ts';
import { SECRET_MODE, withCredentials } from './credentials.ts';
import { hasErrors, inputOptions, plainProblems, readInput, tell } from './input.ts';

export function addNmstateInstaller(parent: Command): void {
  addCommand(
    parent,
    'installer <file|dir>',
    'the same hosts for the installer: agent-config.yaml, or the hosts of install-config.yaml, with the network of the first boot',
    (command) =>
      inputOptions(
        command
          .addOption(
            new Option('--for <config>', 'which of the two')
              .choices(['agent-config', 'install-config'])
              .default('agent-config'),
          )
          .option('-o, --output <file>', 'write it there; default: print it, with passwords hidden')
          .option(
            '--rendezvous-ip <address>',
            "agent-config: the master that leads (default: the first master's address)",
          )
          .option('--bmc-credentials <file>', 'install-config: a table with name, bmc_user and bmc_password')
          .option('--verify-bmc-certificates', 'install-config: certificates of BMCs must be trusted'),
      ),
    async ({ terminal }, options, [path]) => {
      const [{ agentConfig, installConfigHosts }, { writeFileAtomic }] = await Promise.all([
        import('../../../core/nmstate/first-boot/installer-hosts.ts'),
        import('../../../core/base/files/atomic-file.ts'),
      ]);
      const { for: which, output, rendezvousIp, bmcCredentials, verifyBmcCertificates } = options;
      const input = await readInput(path!, options, { ofHosts: true });
      const credentials = await withCredentials(input.hosts, bmcCredentials);
      const made =
        which === 'agent-config'
          ? agentConfig(credentials.hosts, {
              name: input.cluster?.name,
              rendezvousIP: rendezvousIp,
            })
          : installConfigHosts(credentials.hosts, {
              verifyBmcCertificates,
            });
      const problems = plainProblems([...input.problems, ...credentials.problems, ...made.problems]);
      tell(terminal, problems);
      const ok = !hasErrors(problems) && input.hosts.length > 0;
      const file = ok && output !== undefined ? userPath(output) : undefined;
      if (file) {
        await writeFileAtomic(file, made.text, made.secret ? { mode: SECRET_MODE } : {});
        terminal.print(`Written to ${file}`);
      } else if (ok) terminal.printText(made.preview.trimEnd());
      else
        terminal.say(
          'error',
          input.hosts.length === 0 ? 'There are no hosts.' : 'Nothing is written: there are errors.',
        );
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
