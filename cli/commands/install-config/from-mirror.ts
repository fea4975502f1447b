import type { Command } from 'commander';
import { firstWords } from '../../../core/base/document/words.ts';
import { AirlockError, type Problem } from '../../../core/base/errors/airlock-error.ts';
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
    (command) => {
      command.requiredOption('-o, --output <file>', 'write it there (0600), also over the file itself');
      command.option(
        '--workspace <file://DIR>',
        'workspace or state folder of the push (default: your state folder)',
      );
      command.option('--resources <dir>', 'the folder of cluster resources that the push named');
      command.option('--authfile <file>', 'take the login from this file (default: as `podman` does)');
      command.option('--trust-bundle <file>', 'PEM certificate of the CA that signed that of the mirror');
    },
    async ({ terminal }, options, [file]) => {
      const [{ readYaml }, { withMirror }, { readPushedSources }, settings, { writeFileAtomic }] =
        await Promise.all([
          import('../../../core/base/document/yaml-text.ts'),
          import('../../../core/install/install-config/from-mirror.ts'),
          import('../../../core/cluster/install-files/pushed-sources.ts'),
          import('../../../core/cluster/install-files/mirror-settings.ts'),
          import('../../../core/base/files/atomic-file.ts'),
        ]);
      const { output, authfile, trustBundle } = options as {
        output: string;
        authfile?: string;
        trustBundle?: string;
      };
      const { text } = await readNamedFile(file!);
      const directory = await resourcesDirectory(options);
      const { imageDigestSources, byTagOnly, registries } = await readPushedSources(directory);
      const { env, home } = hostFacts();
      const { entries, problems } = await settings.mirrorPullSecrets(registries, {
        ...{ env, home },
        ...(authfile !== undefined && { authFile: userPath(authfile) }),
      });
      const bundle =
        trustBundle === undefined ? undefined : await settings.readTrustBundle(userPath(trustBundle));
      let document = withMirror(readYaml(text), {
        imageDigestSources,
        ...(bundle !== undefined && { trustBundle: bundle }),
      });
      for (const pullSecretEntry of entries)
        document = withMirror(document, { imageDigestSources: [], pullSecretEntry });
      const path = userPath(output);
      await writeFileAtomic(path, document.text, { mode: 0o600 });
      const all = [...problems, ...(byTagOnly.length ? [tagProblem(byTagOnly)] : [])];
      for (const problem of all) terminal.problem(problem);
      const logins = entries.map(({ registry }) => registry);
      terminal.print(
        `${path}: ${count(imageDigestSources.length, 'image source')} of ${directory}${bundle ? ', the CA' : ''}${logins.length ? `, the login for ${logins.join(', ')}` : ''}`,
      );
      terminal.result({
        ...{ ok: true, output: path, resources: directory, imageDigestSources },
        ...{ trustBundle: bundle !== undefined, pullSecret: logins, problems: all },
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

function tagProblem(sources: readonly string[]): Problem {
  return {
    code: 'install-config-doubtful',
    level: 'info',
    message: `pulls by tag from ${firstWords(sources, 3)} are no part of an install-config`,
    remedy: 'Apply the ImageTagMirrorSet of the push when the cluster is installed.',
  };
}
