import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import type { HostDocument } from '../../../core/nmstate/hosts/host-facts.ts';
import type { MachineConfigs } from '../../../core/nmstate/machine-config/write.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { Option } from '../../terminal/commander.ts';
import { bytes } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import { check } from './check.ts';
import { hasErrors, inputOptions, plainProblems, readInput, reportProblems } from './input.ts';
import { t } from './messages.ts';

export function addNmstateMachineConfig(parent: Command): void {
  addCommand(
    parent,
    'machineconfig <file|directory>',
    t('machineconfig'),
    (command) =>
      inputOptions(
        command
          .requiredOption('--role <pool>', t('poolOption'))
          .option('-o, --output <file|directory>', t('machineConfigOutputOption'))
          .addOption(
            new Option('--file-extension <ext>', t('extensionOption'))
              .choices(['yml', 'yaml'])
              .default('yml'),
          )
          .option('--gzip', t('gzipOption'))
          .option('--one-file', t('oneFileOption'))
          .option('--name <name>', t('nameOption')),
      ),
    async ({ terminal }, options, [path]) => {
      const { role, output, fileExtension, gzip, oneFile, name } = options;
      const { machineConfigs } = await import('../../../core/nmstate/machine-config/write.ts');
      const { dayOneHosts, renamed } = await import('../../../core/nmstate/machine-config/day-one-hosts.ts');
      const input = await readInput(path!, options, { ofHosts: true });
      const own = input.hosts.filter(({ host }) => host.role === role);
      const others = input.hosts.filter(({ host }) => host.role !== role);
      const clusterFile = input.clusterFiles.find(
        (one) => one.role === undefined || one.role === role,
      )?.document;
      const made = await machineConfigs(own, {
        role,
        extension: fileExtension,
        gzip,
        oneFile,
        clusterFile,
        name,
        openShiftVersion: input.version,
      });
      const documents: readonly HostDocument[] = dayOneHosts(own);
      const checked = await check(
        {
          ...input,
          documents: [],
          clusterFiles: clusterFile ? [{ role, document: renamed(clusterFile) }] : [],
        },
        documents,
        role,
      );
      const problems = plainProblems([
        ...made.problems,
        ...checked.problems,
        ...checked.documents.flatMap((document) => document.problems),
      ]);
      reportProblems(terminal, problems);
      if (others.length > 0)
        terminal.say('info', t('hostsSkipped', { hosts: others.map(({ host }) => host.name).join(', ') }));
      for (const { file = '' } of input.documents) terminal.say('info', t('documentOfNoHost', { file }));
      const ok = !hasErrors(problems);
      const written = ok ? await write(made, output) : [];
      if (!ok) terminal.say('error', t('notWritten'));
      else if (output === undefined)
        terminal.printText(
          made.manifests
            .map(({ text }) => text)
            .join('---\n')
            .trimEnd(),
        );
      for (const file of written) terminal.print(t('written', { path: file }));
      if (ok)
        terminal.say(
          'info',
          made.manifests
            .map(({ name: own, hosts, bytes: size }) =>
              t('machineConfigSummary', { name: own, count: hosts.length, size: bytes(size) }),
            )
            .join('\n'),
        );
      terminal.result({
        ok,
        hosts: made.hosts,
        files: made.files,
        machineConfigs: made.manifests.map(({ text, ...manifest }) => ({
          ...manifest,
          text: ok && output === undefined ? text : undefined,
        })),
        written,
        problems,
      });
      return ok ? 0 : 1;
    },
  );
}

/** Writes all to one file, or each to its own file in a folder. @returns the files */
async function write({ manifests }: MachineConfigs, output: string | undefined): Promise<string[]> {
  if (output === undefined) return [];
  const { writeFileAtomic } = await import('../../../core/base/files/atomic-file.ts');
  const path = userPath(output);
  const isFolder =
    output.endsWith('/') || ((await stat(path).catch(() => undefined))?.isDirectory() ?? false);
  if (!isFolder) {
    await writeFileAtomic(path, manifests.map(({ text }) => text).join('---\n'));
    return [path];
  }
  for (const { file, text } of manifests) await writeFileAtomic(join(path, file), text);
  return manifests.map(({ file }) => join(path, file));
}
