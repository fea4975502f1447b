import type { RegistryTest } from '../../../core/contract/topics/settings.ts';
import { stageDetail } from '../parts/registry-words.ts';

/** What a registry said to a typed login. */
export interface LoginVerdict {
  /** Worth keeping: the login was taken, whatever the path answers. */
  accepted: boolean;
  words: string;
}

export function loginVerdict({ stages }: RegistryTest): LoginVerdict {
  const login = stages.find(({ stage }) => stage === 'login');
  const path = stages.find(({ stage }) => stage === 'path');
  const failed = stages.find(({ result }) => result === 'failed');
  if (login?.result === 'failed')
    return {
      accepted: false,
      words: login.code === 'unauthorized' ? `Refused as well: ${stageDetail(login)}` : login.detail,
    };
  if (path?.result === 'failed')
    return {
      accepted: true,
      words: `The login is taken, but the path is not opened: ${stageDetail(path)}`,
    };
  if (failed) return { accepted: false, words: `The login was not reached: ${stageDetail(failed)}` };
  return { accepted: true, words: 'The registry takes this login.' };
}

/** How far a typed login is: typed, tested, accepted, kept. `failure`: the test or the keeping itself failed. */
export type LoginPhase =
  | { at: 'typing'; verdict?: LoginVerdict; failure?: unknown }
  | { at: 'testing' }
  | { at: 'accepted'; verdict: LoginVerdict; failure?: unknown }
  | { at: 'keeping'; verdict: LoginVerdict };

/** What the form of a login shows in a phase. */
export interface LoginForm {
  busy: boolean;
  /** What the registry said of the login that stands in the fields. */
  verdict: LoginVerdict | undefined;
  failure: { error: unknown; title: string } | undefined;
  /** The label of the button that continues. */
  next: string;
}

export function loginForm(phase: LoginPhase): LoginForm {
  const verdict = 'verdict' in phase ? phase.verdict : undefined;
  const error = 'failure' in phase ? phase.failure : undefined;
  const title = phase.at === 'accepted' ? 'The login was not kept' : 'The login was not tested';
  return {
    busy: phase.at === 'testing' || phase.at === 'keeping',
    verdict,
    failure: error === undefined ? undefined : { error, title },
    next: NEXT[phase.at],
  };
}

const NEXT: Record<LoginPhase['at'], string> = {
  typing: 'Test login',
  testing: 'Testing login',
  accepted: 'Keep login',
  keeping: 'Keeping login',
};
