import { arch } from 'node:process';
import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { MACHINES } from '../../../core/base/image/architecture.ts';
import { architectureOfHost } from '../../../core/content/release-tools/tool-places.ts';
import type { ExtractResult } from '../../../core/mirror/release-files/extract-release.ts';
import { parseDestination } from '../../../core/mirror/run/workflow.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { Option } from '../../terminal/commander.ts';
import { bytes, table } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { networkUse } from '../sources/network.ts';
import { t } from './messages.ts';
import { releaseOptions, releaseRequest, sayVerdict } from './release-options.ts';

/** `airlock release extract` */
export function addReleaseExtract(release: Command): void {
  addCommand(
    release,
    'extract',
    t('extract'),
    (command) =>
      releaseOptions(
        command
          .option('--tools', t('toolsOption'))
          .option('--iso', t('isoOption'))
          .addOption(new Option('--arch <architecture>', t('archOption')).choices(Object.keys(MACHINES)))
          .option('--to <directory>', t('toOption'), '.')
          .option('--mirror <docker://REGISTRY>', t('mirrorOption')),
      ),
    async (context, options) => {
      const { terminal, signal, pause } = context;
      const { tools = false, iso = false, to, mirror, maxNestedPaths } = options;
      if (mirror !== undefined && !mirror.startsWith('docker://'))
        throw new AirlockError('usage', t('mirrorInvalid', { mirror }));
      const [{ extractReleaseFiles }, { lateSession }] = await Promise.all([
        import('../../../core/mirror/release-files/extract-release.ts'),
        import('../../../core/app/sources/late-session.ts'),
      ]);
      await using network = lateSession(networkUse(context, options));
      const result = await extractReleaseFiles(
        {
          ...releaseRequest(options),
          ...{ tools, iso, to: userPath(to) },
          architecture: options.arch,
          hostArchitecture: architectureOfHost(arch),
          mirror:
            mirror === undefined ? undefined : { destination: parseDestination(mirror), maxNestedPaths },
        },
        {
          host: hostFacts(),
          registries: async () => (await network.open()).registries,
          onRelease: (release) => sayVerdict(terminal, release),
          onProgress: terminal.readingProgress('extract'),
          signal: AbortSignal.any([signal, pause]),
        },
      );
      printResult(terminal, result, userPath(to));
      return result.exitCode;
    },
  );
}

function printResult(terminal: Terminal, result: ExtractResult, directory: string): void {
  const { files, problems, installs, version, architecture } = result;
  for (const problem of problems) terminal.problem(problem);
  if (files.length > 0)
    terminal.print(
      table([
        [t('fileColumn'), t('sizeColumn'), t('sha256Column'), t('imageColumn')],
        ...files.map(({ path, size, sha256, component, image }) => [
          path,
          bytes(size),
          sha256,
          `${component}@${image}`,
        ]),
      ]),
    );
  terminal.print(t('extracted', { count: files.length, version, architecture, directory }));
  if (installs !== undefined) {
    terminal.print(t('installs', { image: installs }));
    if (result.isOriginalName) terminal.print(t('mirrorNeeded'));
  }
  terminal.result(result);
}
