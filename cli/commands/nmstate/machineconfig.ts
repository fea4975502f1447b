import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import type { HostDocument } from '../../../core/nmstate/hosts/host-facts.ts';
import type { MachineConfigs } from '../../../core/nmstate/machine-config/write.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { Option } from '../../terminal/commander.ts';
import { bytes, count } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import { check } from './check.ts';
import { hasErrors, inputOptions, plainProblems, readInput, tell } from './input.ts';

export function addNmstateMachineConfig(parent: Command): void {
  addCommand(
    parent,
    'machineconfig <file|dir>',
    'the MachineConfig that brings the hosts of a role their documents; several when it would be too large for one',
    (command) =>
      inputOptions(
        command
          .requiredOption('--role <pool>', 'master, worker, arbiter, or a pool of your own')
          .option(
            '-o, --output <file|dir>',
            'write it there, in a folder each to a file of its own; default: print it',
          )
          .addOption(
            new Option('--file-extension <ext>', "yml is what nodes look for; yaml is the proposal's form")
              .choices(['yml', 'yaml'])
              .default('yml'),
          )
          .option('--gzip', 'compress each document: for hundreds of hosts')
          .option(
            '--one-file',
            'one cluster.yml for all hosts when their documents are the same, without static addresses',
          )
          .option('--name <name>', 'name of the MachineConfig (default: 10-br-ex-ROLE)'),
      ),
    async ({ terminal }, options, [path]) => {
      const { role, output, fileExtension, gzip, oneFile, name } = options;
      const { machineConfigs } = await import('../../../core/nmstate/machine-config/write.ts');
      const { dayOneHosts, renamed } = await import('../../../core/nmstate/machine-config/day-one-hosts.ts');
      const input = await readInput(path!, options, { ofHosts: true });
      const own = input.hosts.filter(({ host }) => host.role === role);
      const left = input.hosts.filter(({ host }) => host.role !== role);
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
      tell(terminal, problems);
      if (left.length > 0)
        terminal.say('info', `Left out, of other roles: ${left.map(({ host }) => host.name).join(', ')}`);
      for (const document of input.documents)
        terminal.say('info', `${document.file}: left out, it is the document of no host`);
      const ok = !hasErrors(problems);
      const written = ok ? await write(made, output) : [];
      if (!ok) terminal.say('error', 'Nothing is written: there are errors.');
      else if (output === undefined)
        terminal.printText(
          made.manifests
            .map(({ text }) => text)
            .join('---\n')
            .trimEnd(),
        );
      for (const file of written) terminal.print(`Written to ${file}`);
      if (ok)
        terminal.say(
          'info',
          made.manifests
            .map(
              (manifest) =>
                `${manifest.name}: ${count(manifest.hosts.length, 'host')}, ${bytes(manifest.bytes)}`,
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

/** All in one file, or each in its own when the place is a folder. @returns the files */
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
