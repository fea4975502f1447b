import type { RegistryTest } from '../../../core/contract/topics/settings.ts';
import { stageDetail } from '../parts/registry-words.ts';
import { t } from './messages.ts';

/** The response of a registry to an entered login. */
export interface LoginVerdict {
  /** The login was accepted, even if the path is denied. */
  accepted: boolean;
  words: string;
}

/** Returns what a test proves about an entered login. */
export function loginVerdict({ stages }: RegistryTest): LoginVerdict {
  const login = stages.find(({ stage }) => stage === 'login');
  const path = stages.find(({ stage }) => stage === 'path');
  const failed = stages.find(({ result }) => result === 'failed');
  if (login?.result === 'failed')
    return {
      accepted: false,
      words:
        login.code === 'unauthorized' ? t('loginRejectedText', { reason: stageDetail(login) }) : login.detail,
    };
  if (path?.result === 'failed')
    return {
      accepted: true,
      words: t('loginPathDeniedText', { reason: stageDetail(path) }),
    };
  if (failed) return { accepted: false, words: t('loginUntestedText', { reason: stageDetail(failed) }) };
  return { accepted: true, words: t('loginAcceptedText') };
}

/** The progress of an entered login. `failure`: the test or the saving itself failed. */
export type LoginPhase =
  | { at: 'typing'; verdict?: LoginVerdict; failure?: unknown }
  | { at: 'testing' }
  | { at: 'accepted'; verdict: LoginVerdict; failure?: unknown }
  | { at: 'saving'; verdict: LoginVerdict };

/** The state of the form in a phase. */
export interface LoginForm {
  busy: boolean;
  /** The response of the registry to the login in the fields. */
  verdict: LoginVerdict | undefined;
  failure: { error: unknown; title: string } | undefined;
  /** The label of the button that continues. */
  next: string;
}

/** Returns the state of the form in a phase. */
export function loginForm(phase: LoginPhase): LoginForm {
  const verdict = 'verdict' in phase ? phase.verdict : undefined;
  const error = 'failure' in phase ? phase.failure : undefined;
  const title = phase.at === 'accepted' ? t('loginSaveFailedTitle') : t('loginTestFailedTitle');
  return {
    busy: phase.at === 'testing' || phase.at === 'saving',
    verdict,
    failure: error === undefined ? undefined : { error, title },
    next: NEXT[phase.at],
  };
}

const NEXT: Record<LoginPhase['at'], string> = {
  typing: t('testLoginButton'),
  testing: t('testingLoginButton'),
  accepted: t('saveLoginButton'),
  saving: t('savingLoginButton'),
};
