import { firstWords } from '../../../core/contract/documents/words.ts';
import type { HostOutput } from '../../../core/contract/topics/hosts.ts';
import { t } from './messages.ts';
import type { Outputs } from './use-outputs.ts';

export const OUTPUTS: readonly { kind: HostOutput['kind']; title: string; text: string }[] = [
  { kind: 'machine-configs', title: t('machineConfigsLabel'), text: t('machineConfigsText') },
  { kind: 'scale-out', title: t('scaleOutLabel'), text: t('scaleOutText') },
  { kind: 'agent-config', title: t('agentConfigLabel'), text: t('agentConfigText') },
  { kind: 'install-config', title: t('installConfigLabel'), text: t('installConfigText') },
  { kind: 'documents', title: t('documentsLabel'), text: t('documentsText') },
  { kind: 'policies', title: t('policiesLabel'), text: t('policiesText') },
];

export type OutputFile = Outputs['files'][number];

/** Returns whether the output needs a choice of hosts first. */
export function isWaiting(output: HostOutput): boolean {
  return output.kind === 'scale-out' && output.hosts.length === 0;
}

/** Returns whether the files can be saved. @param errors of the host table, which prevent it as in the table */
export function canBeSaved(
  output: HostOutput,
  outputs: Pick<Outputs, 'files' | 'problems'> | undefined,
  errors: number,
): boolean {
  const { files = [], problems = [] } = outputs ?? {};
  return (
    errors === 0 && files.length > 0 && !isWaiting(output) && !problems.some(({ level }) => level === 'error')
  );
}

/** Returns the file to show: the chosen one, or the first in YAML. */
export function fileShown(files: readonly OutputFile[], chosen: string): OutputFile | undefined {
  return (
    files.find(({ file }) => file === chosen) ??
    files.find(({ file }) => file.endsWith('.yaml') || file.endsWith('.yml'))
  );
}

/** Returns the title of an output with the problems that prevent it. @param errors of the host table */
export function outputsSentence(
  output: HostOutput,
  outputs: Outputs | undefined,
  { roles, errors }: { roles: string; errors: number },
): string {
  if (!outputs) return t('preparingTitle');
  if (isWaiting(output)) return t('chooseHostsTitle');
  const title = outputTitle(output, outputs.files.length, roles);
  const problems = outputs.problems.filter(({ level }) => level === 'error').length;
  if (problems > 0 && errors > 0)
    return t('allProblemsTitle', { output: title, problems, hostProblems: errors });
  if (problems > 0) return t('outputProblemsTitle', { output: title, problems });
  return errors > 0 ? t('hostProblemsTitle', { output: title, problems: errors }) : title;
}

function outputTitle(output: HostOutput, files: number, roles: string): string {
  switch (output.kind) {
    case 'machine-configs':
      return t('machineConfigsTitle', { files, roles });
    case 'scale-out':
      return t('scaleOutTitle', { files, hosts: firstWords(output.hosts, 2) });
    case 'agent-config':
      return t('agentConfigTitle');
    case 'install-config':
      return t('installConfigTitle');
    case 'documents':
      return t('documentsTitle', { files });
    case 'policies':
      return t('policiesTitle', { files });
  }
}
