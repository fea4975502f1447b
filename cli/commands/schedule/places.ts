import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import { requireDirectory } from '../../terminal/require-directory.ts';
import { t } from './messages.ts';

/** Returns the workspace of `file://DIR`. @throws AirlockError `usage` */
export function workspaceOf(url: string, command: string): string {
  return userPath(directoryOf(url, `schedule ${command}`));
}

/** Returns the workspace of `file://DIR`. @throws AirlockError `usage`, also if it isn't a directory */
export async function existingWorkspace(url: string, command: string): Promise<string> {
  const workspace = workspaceOf(url, command);
  await requireDirectory(workspace, t('directoryMissingRemedy'));
  return workspace;
}

/** Returns the user's settings folder. */
export async function configFolder(): Promise<string> {
  const { defaultConfigDirectory } = await import('../../../core/app/service/state/config-directory.ts');
  return defaultConfigDirectory(hostFacts());
}
