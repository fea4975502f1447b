import { firstWords } from '../../../core/contract/documents/words.ts';
import type { HostOutput } from '../../../core/contract/topics/hosts.ts';
import { counted } from '../../parts/format.ts';
import type { Outputs } from './use-outputs.ts';

export const OUTPUTS: readonly { kind: HostOutput['kind']; title: string; text: string }[] = [
  {
    kind: 'machine-configs',
    title: 'MachineConfigs',
    text: 'For the installer, or a running cluster: one for each role.',
  },
  { kind: 'scale-out', title: 'Scale out', text: 'What adds machines to a running cluster, in order.' },
  {
    kind: 'agent-config',
    title: 'agent-config.yaml',
    text: 'Hosts and first-boot network of the agent-based installer.',
  },
  {
    kind: 'install-config',
    title: 'install-config hosts',
    text: 'platform.baremetal.hosts, with networkConfig.',
  },
  { kind: 'documents', title: 'Documents', text: 'The NMState document of each host, as it is.' },
];

export type OutputFile = Outputs['files'][number];

/** Whether hosts must be chosen before there is anything. */
export function isWaiting(output: HostOutput): boolean {
  return output.kind === 'scale-out' && output.hosts.length === 0;
}

/** Whether the files can be saved as they are. */
export function canBeSaved(
  output: HostOutput,
  outputs: Pick<Outputs, 'files' | 'problems'> | undefined,
): boolean {
  const { files = [], problems = [] } = outputs ?? {};
  return files.length > 0 && !isWaiting(output) && !problems.some(({ level }) => level === 'error');
}

/** The file that is looked at: the chosen one, else the first in YAML. */
export function fileShown(files: readonly OutputFile[], chosen: string): OutputFile | undefined {
  return (
    files.find(({ file }) => file === chosen) ??
    files.find(({ file }) => file.endsWith('.yaml') || file.endsWith('.yml'))
  );
}

/** What comes out, in one sentence. */
export function outputsSentence(
  output: HostOutput,
  outputs: Outputs | undefined,
  { roles, errors }: { roles: string; errors: number },
): string {
  if (!outputs) return 'The files are being made';
  const files = outputs.files.length;
  const stopped = outputs.problems.filter(({ level }) => level === 'error').length;
  const but = stopped > 0 ? `, but ${counted(stopped, 'problem')} must be mended` : '';
  const unready = errors > 0 ? `; the hosts have ${counted(errors, 'problem')}` : '';
  switch (output.kind) {
    case 'machine-configs':
      return `${counted(files, 'MachineConfig')} for ${roles}${but}${unready}`;
    case 'scale-out':
      return output.hosts.length === 0
        ? 'Which hosts are added to the cluster?'
        : `${counted(files, 'file')} add ${firstWords(output.hosts, 2)}${but}${unready}`;
    case 'agent-config':
      return `One agent-config.yaml for all hosts${but}${unready}`;
    case 'install-config':
      return `The hosts of install-config.yaml, with their network${but}${unready}`;
    case 'documents':
      return `${counted(files, 'document')}, one for each host${but}${unready}`;
  }
}
