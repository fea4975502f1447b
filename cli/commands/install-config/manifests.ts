import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { ManifestOptions } from '../../../core/install/install-config/manifests/install-manifests.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { Option } from '../../terminal/commander.ts';
import { userPath } from '../../terminal/options.ts';
import { installMethod, plainProblem, purposeOptions, readNamedFile } from './file.ts';
import { t } from './messages.ts';

/** Fields that no manifest contains. They can be empty when the manifests are written. */
const IN_NO_MANIFEST = /^(?:pullSecret|sshKey)\b/;

export function addInstallConfigManifests(installConfig: Command): void {
  addCommand(
    installConfig,
    'manifests <file>',
    t('manifests'),
    (command) =>
      purposeOptions(
        command
          .requiredOption('--to <directory>', t('manifestsToOption'))
          .option('--infra-id <id>', t('infraIdOption')),
      )
        .option('--rendezvous-ip <ip>', t('rendezvousIpOption'))
        .addOption(
          new Option('--cloud-config <form>', t('cloudConfigOption')).choices(['full', 'minimal', 'ini']),
        )
        .option('--every-vcenter', t('everyVcenterOption')),
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
      const { openShiftVersion, method } = wanted;
      const { problems } = validateInstallConfig(document, {
        ...{ file: path, method },
        openShiftVersion,
      });
      const faults = problems.filter(
        ({ level, path: field = '' }) => level === 'error' && !IN_NO_MANIFEST.test(field),
      );
      if (faults.length > 0)
        throw new AirlockError(
          'install-config-invalid',
          t('manifestsInvalid', { file: file!, errors: faults.length }),
          {
            remedy: t('manifestsInvalidRemedy'),
            at: { file: path },
            problems: faults.map(({ fix: _, ...problem }) => problem),
          },
        );
      for (const problem of problems) terminal.problem(problem);
      const { files, infraId, release, notes, steps } = installManifests(config, wanted);
      const { others } = await writeManifests(directory, files);
      for (const { path: name, purpose, secret } of files)
        terminal.print(t(secret ? 'secretManifest' : 'manifest', { path: name, purpose }));
      for (const note of notes) terminal.say('info', t('manifestsNote', { note }));
      for (const other of others) terminal.say('warning', t('otherManifest', { path: other }));
      terminal.print(t('manifestsWritten', { count: files.length, infraId, directory }));
      terminal.result({
        files: files.map(({ text: _, ...each }) => each),
        ...{ infraId, openShiftVersion: release, directory, notes, steps, others },
        problems: problems.map(plainProblem),
      });
      return 0;
    },
  );
}

function manifestOptions(options: Record<string, unknown>): ManifestOptions {
  const { infraId, openshiftVersion, rendezvousIp, cloudConfig, everyVcenter, ...kind } = options as {
    infraId?: string;
    openshiftVersion?: string;
    agent?: boolean;
    userProvisioned?: boolean;
    rendezvousIp?: string;
    cloudConfig?: 'full' | 'minimal' | 'ini';
    everyVcenter?: boolean;
  };
  const method = installMethod(kind);
  if (rendezvousIp !== undefined && method !== 'agent')
    throw new AirlockError('usage', t('rendezvousIpWithoutAgent'));
  if (everyVcenter && method !== 'installer')
    throw new AirlockError(
      'usage',
      t(method === 'agent' ? 'everyVcenterWithAgent' : 'everyVcenterUserProvisioned'),
    );
  return {
    infraId,
    openShiftVersion: openshiftVersion,
    method,
    rendezvousIP: rendezvousIp,
    cloudConfig,
    clustersFor: everyVcenter ? 'every-vcenter' : undefined,
  };
}
