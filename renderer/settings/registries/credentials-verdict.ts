import type { RegistryTest } from '../../../core/contract/topics/settings.ts';
import { stageDetail } from '../parts/registry-words.ts';
import { t } from './messages.ts';

/** The response of a registry to entered credentials. */
export interface CredentialsVerdict {
  /** The credentials were accepted, even if the path is denied. */
  accepted: boolean;
  words: string;
}

/** Returns what a test proves about entered credentials. */
export function credentialsVerdict({ stages }: RegistryTest): CredentialsVerdict {
  const login = stages.find(({ stage }) => stage === 'login');
  const path = stages.find(({ stage }) => stage === 'path');
  const failed = stages.find(({ result }) => result === 'failed');
  if (login?.result === 'failed')
    return {
      accepted: false,
      words:
        login.code === 'unauthorized'
          ? t('credentialsRejectedText', { reason: stageDetail(login) })
          : login.detail,
    };
  if (path?.result === 'failed')
    return {
      accepted: true,
      words: t('credentialsPathDeniedText', { reason: stageDetail(path) }),
    };
  if (failed)
    return { accepted: false, words: t('credentialsUntestedText', { reason: stageDetail(failed) }) };
  return { accepted: true, words: t('credentialsAcceptedText') };
}

/** The progress of entered credentials. `failure`: the test or the saving itself failed. */
export type CredentialsPhase =
  | { at: 'typing'; verdict?: CredentialsVerdict; failure?: unknown }
  | { at: 'testing' }
  | { at: 'accepted'; verdict: CredentialsVerdict; failure?: unknown }
  | { at: 'saving'; verdict: CredentialsVerdict };

/** The state of the form in a phase. */
export interface CredentialsFormState {
  busy: boolean;
  /** The response of the registry to the credentials in the fields. */
  verdict: CredentialsVerdict | undefined;
  failure: { error: unknown; title: string } | undefined;
  /** The label of the button that continues. */
  next: string;
}

/** Returns the state of the form in a phase. */
export function credentialsFormState(phase: CredentialsPhase): CredentialsFormState {
  const verdict = 'verdict' in phase ? phase.verdict : undefined;
  const error = 'failure' in phase ? phase.failure : undefined;
  const title = phase.at === 'accepted' ? t('credentialsSaveFailedTitle') : t('credentialsTestFailedTitle');
  return {
    busy: phase.at === 'testing' || phase.at === 'saving',
    verdict,
    failure: error === undefined ? undefined : { error, title },
    next: NEXT[phase.at],
  };
}

const NEXT: Record<CredentialsPhase['at'], string> = {
  typing: t('testCredentialsButton'),
  testing: t('testingCredentialsButton'),
  accepted: t('saveCredentialsButton'),
  saving: t('savingCredentialsButton'),
};
