import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { count } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath, userUrl } from '../../terminal/options.ts';
import { readNamedFile } from './file.ts';

export function addInstallConfigFromMirror(installConfig: Command): void {
  addCommand(
    installConfig,
    'from-mirror <file>',
    'an install-config.yaml that installs from what was pushed: image sources, CA, the mirror in the pull secret',
    (command) =>
      command
        .requiredOption('-o, --output <file>', 'write it there (0600), also over the file itself')
        .option(
          '--workspace <file://DIR>',
          'workspace or state folder of the push (default: your state folder)',
        )
        .option('--resources <dir>', 'the folder of cluster resources that the push named')
        .option('--authfile <file>', 'take the login from this file (default: as `podman` does)')
        .option('--trust-bundle <file>', 'PEM certificate of the CA that signed that of the mirror'),
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
      terminal.print(
        `${path}: ${count(imageDigestSources.length, 'image source')} of ${resources}${hasBundle ? ', the CA' : ''}${logins.length ? `, the login for ${logins.join(', ')}` : ''}`,
      );
      terminal.result({
        ...{ ok: true, output: path, resources, imageDigestSources },
        ...{ trustBundle: hasBundle, pullSecret: logins, problems },
      });
      return 0;
    },
  );
}

/** @throws AirlockError `usage` */
async function resourcesDirectory(options: Record<string, unknown>): Promise<string> {
  const { workspace, resources } = options as { workspace?: string; resources?: string };
  if (workspace !== undefined && resources !== undefined)
    throw new AirlockError('usage', '--workspace and --resources cannot be used together');
  if (resources !== undefined) return userPath(resources);
  const [{ resourcesOf }, { defaultStateDirectory }] = await Promise.all([
    import('../../../core/cluster/install-files/pushed-sources.ts'),
    import('../../../core/mirror/run/state-directory.ts'),
  ]);
  if (workspace === undefined) return resourcesOf(defaultStateDirectory(hostFacts()));
  if (!workspace.startsWith('file://') || workspace.length === 7)
    throw new AirlockError('usage', `--workspace ${workspace} is not file://DIR`);
  return resourcesOf(userUrl(workspace).slice(7));
}
