import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command, OptionValues } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { PolicyChange } from '../../../core/nmstate/day2/change.ts';
import type { NmstateDocument } from '../../../core/nmstate/model/document.ts';
import { shortName } from '../../../core/nmstate/model/host.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { Input } from './input.ts';

/** What both day-2 commands know of the cluster. */
export function dayTwoOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return command
    .option(
      '--openshift-version <version>',
      "release that the cluster was installed with: OVN's address on br-ex follows from it",
    )
    .option('--preset <id>', 'a table of hosts: the layout of their networks, e.g. bond-vlan')
    .option('--template <file>', 'a table of hosts: a document with {{ variables }} for each of them')
    .option(
      '--cluster <file>',
      "install-config.yaml, or the Network object of the cluster (`oc get network.operator cluster -o yaml`): addresses, MTU and OVN's network to check against",
    );
}

/**
 * The document of a host: called as it, a policy or a report for it, the file for all hosts, or the only one there is.
 * @throws AirlockError `usage`
 */
export function documentOf(input: Input, host: string, path: string): NmstateDocument {
  const short = shortName(host);
  const named = input.hosts.find((one) => shortName(one.host.name) === short)?.document;
  if (named) return named;
  const selected = input.documents.find(({ states }) =>
    states.some(({ name, wrapper, nodeSelector }) =>
      [nodeSelector?.['kubernetes.io/hostname'], wrapper === 'node-state' ? name : undefined].some(
        (each) => each !== undefined && shortName(each) === short,
      ),
    ),
  );
  const all = [...input.hosts, ...input.clusterFiles].map(({ document }) => document).concat(input.documents);
  const found = selected ?? (all.length === 1 ? all[0] : input.clusterFiles[0]?.document);
  if (found) return found;
  const reason = input.problems.find(({ level }) => level === 'error')?.message;
  throw new AirlockError(
    'usage',
    reason === undefined ? `there is no document of ${host} in ${path}` : `${path}: ${reason}`,
    {
      remedy:
        all.length === 0
          ? 'Name a file or folder with documents of hosts.'
          : `Name one of ${input.hosts.map((one) => one.host.name).join(', ') || 'the files of the folder'}.`,
    },
  );
}

/** Says each change in a line or two, on standard error: standard output is for what is made. */
export function reportChanges(terminal: Terminal, changes: readonly PolicyChange[], indent = ''): void {
  for (const { what, from, to, how, allowed } of changes) {
    terminal.say(
      'info',
      `${indent}${allowed ? ' ' : '!'} ${what}: ${from ?? 'nothing'} -> ${to ?? 'nothing'}`,
    );
    if (allowed) terminal.say('info', `${indent}    ${how}`);
  }
}

/** Whether what is asked for is a folder: it ends like one, or is one. */
export async function isFolder(path: string): Promise<boolean> {
  if (path.endsWith('/')) return true;
  return (await stat(userPath(path)).catch(() => undefined))?.isDirectory() ?? false;
}

/** Writes files into a folder, which is made. @returns their paths */
export async function writeInto(
  folder: string,
  files: readonly { name: string; text: string }[],
): Promise<string[]> {
  const { writeFileAtomic } = await import('../../../core/base/files/atomic-file.ts');
  const path = userPath(folder);
  for (const { name, text } of files) {
    await writeFileAtomic(join(path, name), text);
  }
  return files.map(({ name }) => join(path, name));
}
