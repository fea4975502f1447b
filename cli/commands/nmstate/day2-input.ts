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
import { t } from './messages.ts';

/** Adds the options of both day-2 commands. */
export function dayTwoOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return command
    .option('--openshift-version <version>', t('installedVersionOption'))
    .option('--preset <id>', t('presetOption'))
    .option('--template <file>', t('templateOption'))
    .option('--cluster <file>', t('clusterNetworkOption'));
}

/**
 * Returns the document of a host: the one with its name, a policy or report for it, the file for all hosts, or the only one.
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
    reason === undefined ? t('documentMissing', { path, host }) : t('documentUnreadable', { path, reason }),
    {
      remedy:
        all.length === 0
          ? t('documentMissingRemedy')
          : input.hosts.length === 0
            ? t('documentMissingFilesRemedy')
            : t('documentMissingHostsRemedy', {
                hosts: input.hosts.map((one) => one.host.name).join(', '),
              }),
    },
  );
}

/** Prints each change in one or two lines on standard error, because standard output is for policies. */
export function reportChanges(terminal: Terminal, changes: readonly PolicyChange[], indent = ''): void {
  for (const { what, from, to, how, allowed } of changes) {
    terminal.say(
      'info',
      `${indent}${allowed ? ' ' : '!'} ${what}: ${from ?? t('nothingText')} -> ${to ?? t('nothingText')}`,
    );
    if (allowed) terminal.say('info', `${indent}    ${how}`);
  }
}

/** Checks whether a path is a folder or ends with a slash. */
export async function isFolder(path: string): Promise<boolean> {
  if (path.endsWith('/')) return true;
  return (await stat(userPath(path)).catch(() => undefined))?.isDirectory() ?? false;
}

/** Writes files to a folder, which is created if needed. @returns their paths */
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
