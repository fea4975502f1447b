import { join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { each, integer, userPath } from '../../terminal/options.ts';
import { check } from './check.ts';
import { SECRET_MODE, withCredentials } from './credentials.ts';
import { hasErrors, inputOptions, plainProblems, readInput, tell, textOf } from './input.ts';

const MOST_MACHINES = 10_000;

export function addNmstateScaleOut(parent: Command): void {
  addCommand(
    parent,
    'scaleout <file|dir>',
    'what brings new bare-metal hosts into a cluster: MachineConfig, secrets, BareMetalHosts, and the order in which to apply them',
    (command) =>
      inputOptions(
        command
          .requiredOption('--host <name>', 'a new host; may be given again', each)
          .requiredOption('--to <dir>', 'the folder to write; files with secrets can be read by you alone')
          .option('--role <pool>', 'role of hosts whose role nothing tells')
          .option(
            '--machine-config <file>',
            'the MachineConfig that the cluster has: only the new hosts are added',
          )
          .option('--bmc-credentials <file>', 'a table with name, bmc_user and bmc_password')
          .option('--machineset <name>', 'the MachineSet to scale')
          .option(
            '--replicas <n>',
            'how many machines it is to have (default: so many more)',
            integer(1, MOST_MACHINES),
          )
          .option('--namespace <name>', 'of the BareMetalHosts (default: openshift-machine-api)')
          .option('--verify-bmc-certificates', 'certificates of BMCs must be trusted')
          .option('--gzip', 'compress documents, without --machine-config'),
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
      const verifyBmcCertificates = options.verifyBmcCertificates === true;
      const input = await readInput(path!, options, { ofHosts: true });
      const wanted = new Set(names.map(shortName));
      const fresh = input.hosts.filter(({ host }) => wanted.has(shortName(host.name)));
      for (const name of names)
        if (!fresh.some(({ host }) => shortName(host.name) === shortName(name)))
          throw new AirlockError('usage', `${path} has no host ${name}`, {
            remedy: `It has ${input.hosts.map(({ host }) => host.name).join(', ') || 'none'}.`,
          });
      const credentials = await withCredentials(fresh, bmcCredentials);
      const role = fresh[0]!.host.role;
      const clusterFile = input.clusterFiles.find(
        (one) => one.role === undefined || one.role === role,
      )?.document;
      const made = await scaleOut(credentials.hosts, {
        present: input.hosts.filter((entry) => !fresh.includes(entry)),
        verifyBmcCertificates,
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
      tell(terminal, problems);
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
        terminal.printText(made.markdown.trimEnd());
        terminal.say(
          'info',
          `\nWritten to ${folder}: ${written.map(({ path: file }) => file.slice(folder.length + 1)).join(', ')}`,
        );
      } else terminal.say('error', 'Nothing is written: there are errors.');
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
