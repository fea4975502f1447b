import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { ManifestOptions } from '../../../core/install/install-config/manifests/install-manifests.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { Option } from '../../terminal/commander.ts';
import { count } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import { plainProblem, purposeOptions, readNamedFile } from './file.ts';

/** No manifest holds these, so manifests can be written before they are filled in. */
const IN_NO_MANIFEST = /^(?:pullSecret|sshKey)\b/;

export function addInstallConfigManifests(installConfig: Command): void {
  addCommand(
    installConfig,
    'manifests <file>',
    'every manifest that follows from an install-config.yaml, without network and without vCenter',
    (command) =>
      purposeOptions(
        command
          .requiredOption('--to <dir>', 'the folder to write them to')
          .option(
            '--infra-id <id>',
            'what the names of all machines begin with (default: from name and domain)',
          ),
      )
        .option('--rendezvous-ip <ip>', 'with --agent: the address that the hosts meet at')
        .addOption(
          new Option('--cloud-config <form>', 'form of the cloud config (default: by release)').choices([
            'full',
            'minimal',
            'ini',
          ]),
        )
        .option(
          '--every-vcenter',
          "Cluster API objects and credentials also for vCenters that only workers are in, as today's installer writes them",
        ),
    async ({ terminal }, options, [file]) => {
      const [{ readInstallConfig }, { validateInstallConfig }, { installManifests }, { writeManifests }] =
        await Promise.all([
          import('../../../core/install/install-config/model/read-install-config.ts'),
          import('../../../core/install/install-config/validate-install-config.ts'),
          import('../../../core/install/install-config/manifests/install-manifests.ts'),
          import('../../../core/cluster/install-files/write-manifests.ts'),
        ]);
      const directory = userPath(options.to);
      const wanted = manifestOptions(options);
      const { path, text } = await readNamedFile(file!);
      const { config, document } = readInstallConfig(text, { file: path });
      const { openShiftVersion, method = 'installer' } = wanted;
      const { problems } = validateInstallConfig(document, {
        ...{ file: path, method },
        openShiftVersion,
      });
      const faults = problems.filter(
        ({ level, path: field = '' }) => level === 'error' && !IN_NO_MANIFEST.test(field),
      );
      if (faults.length > 0)
        throw new AirlockError('install-config-invalid', `${file} has ${count(faults.length, 'error')}`, {
          remedy: 'Mend them; nothing was written.',
          at: { file: path },
          problems: faults.map(({ fix: _, ...problem }) => problem),
        });
      for (const problem of problems) terminal.problem(problem);
      const { files, infraId, release, notes } = installManifests(config, wanted);
      const { others } = await writeManifests(directory, files);
      for (const { path: name, purpose, secret } of files)
        terminal.print(`${name}${secret ? ' (secret)' : ''}: ${purpose}`);
      for (const note of notes) terminal.say('info', `Note: ${note}.`);
      for (const other of others)
        terminal.say(
          'warning',
          `${other} was there before and is none of these; the installer would read it.`,
        );
      terminal.print(`${count(files.length, 'file')} for ${infraId} written to ${directory}`);
      terminal.result({
        files: files.map(({ text: _, ...each }) => each),
        ...{ infraId, openShiftVersion: release, directory, notes, others },
        problems: problems.map(plainProblem),
      });
      return 0;
    },
  );
}

function manifestOptions(options: Record<string, unknown>): ManifestOptions {
  const { infraId, openshiftVersion, agent, rendezvousIp, cloudConfig, everyVcenter } = options as {
    infraId?: string;
    openshiftVersion?: string;
    agent?: boolean;
    rendezvousIp?: string;
    cloudConfig?: 'full' | 'minimal' | 'ini';
    everyVcenter?: boolean;
  };
  if (rendezvousIp !== undefined && !agent)
    throw new AirlockError('usage', '--rendezvous-ip is for --agent only');
  if (everyVcenter && agent)
    throw new AirlockError('usage', '--every-vcenter and --agent cannot be used together');
  return {
    infraId,
    openShiftVersion: openshiftVersion,
    method: agent ? 'agent' : undefined,
    rendezvousIP: rendezvousIp,
    cloudConfig,
    clustersFor: everyVcenter ? 'every-vcenter' : undefined,
  };
}
