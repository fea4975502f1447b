import type { RegistryTest } from '../../../core/contract/topics/settings.ts';
import { stageDetail } from '../parts/registry-words.ts';

/** What a registry said to a typed login. */
export interface LoginVerdict {
  /** Worth keeping: the login was taken, whatever the path answers. */
  accepted: boolean;
  words: string;
}

export function loginVerdict({ stages, name }: RegistryTest): LoginVerdict {
  const login = stages.find(({ stage }) => stage === 'login');
  const path = stages.find(({ stage }) => stage === 'path');
  const failed = stages.find(({ result }) => result === 'failed');
  if (login?.result === 'failed')
    return {
      accepted: false,
      words: login.code === 'unauthorized' ? `Refused as well: ${stageDetail(login, name)}` : login.detail,
    };
  if (path?.result === 'failed')
    return {
      accepted: true,
      words: `The login is taken, but the path is not opened: ${stageDetail(path, name)}`,
    };
  if (failed) return { accepted: false, words: `The login was not reached: ${stageDetail(failed, name)}` };
  return { accepted: true, words: 'The registry takes this login.' };
}
