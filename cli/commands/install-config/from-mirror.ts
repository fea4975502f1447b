import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { hostFacts } from '../../terminal/host.ts';
import { t as common } from '../../terminal/messages.ts';
import { userPath, userUrl } from '../../terminal/options.ts';
import { readNamedFile } from './file.ts';
import { t } from './messages.ts';

export function addInstallConfigFromMirror(installConfig: Command): void {
  addCommand(
    installConfig,
    'from-mirror <file>',
    t('fromMirror'),
    (command) =>
      command
        .requiredOption('-o, --output <file>', t('fromMirrorOutputOption'))
        .option('--workspace <file://DIR>', t('workspaceOption'))
        .option('--resources <directory>', t('resourcesOption'))
        .option('--authfile <file>', common('authfileOption'))
        .option('--trust-bundle <file>', t('trustBundleOption')),
    async ({ terminal }, options, [file]) => {
      const [{ installedFromMirror }, { writeFileAtomic }] = await Promise.all([
        import('../../../core/cluster/install-files/installed-from-mirror.ts'),
        import('../../../core/base/files/atomic-file.ts'),
      ]);
      const { output, authfile, trustBundle } = options;
      const { text } = await readNamedFile(file!);
      const resources = await resourcesDirectory(options);
      const { env, home } = hostFacts();
      const authFile = authfile === undefined ? undefined : userPath(authfile);
      const { document, imageDigestSources, logins, problems } = await installedFromMirror(text, {
        resources,
        trustBundle: trustBundle === undefined ? undefined : userPath(trustBundle),
        host: { env, home, authFile },
      });
      const path = userPath(output);
      await writeFileAtomic(path, document.text, { mode: 0o600 });
      for (const problem of problems) terminal.problem(problem);
      const hasBundle = trustBundle !== undefined;
      terminal.print(t('fromMirrorWritten', { output: path, count: imageDigestSources.length, resources }));
      if (hasBundle) terminal.print(t('fromMirrorCa'));
      if (logins.length > 0) terminal.print(t('fromMirrorCredentials', { registries: logins.join(', ') }));
      terminal.result({
        ...{ ok: true, output: path, resources, imageDigestSources },
        ...{ trustBundle: hasBundle, pullSecret: logins, problems },
      });
      return 0;
    },
  );
}

/** Returns the folder of cluster resources of a push. @throws AirlockError `usage` */
async function resourcesDirectory(options: Record<string, unknown>): Promise<string> {
  const { workspace, resources } = options as { workspace?: string; resources?: string };
  if (workspace !== undefined && resources !== undefined)
    throw new AirlockError('usage', t('workspaceWithResources'));
  if (resources !== undefined) return userPath(resources);
  const [{ resourcesOf }, { defaultStateDirectory }] = await Promise.all([
    import('../../../core/cluster/install-files/pushed-sources.ts'),
    import('../../../core/mirror/run/state-directory.ts'),
  ]);
  if (workspace === undefined) return resourcesOf(defaultStateDirectory(hostFacts()));
  if (!workspace.startsWith('file://') || workspace.length === 7)
    throw new AirlockError('usage', t('workspaceInvalid', { workspace }));
  return resourcesOf(userUrl(workspace).slice(7));
}
