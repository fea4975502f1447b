import type { RegistryEntry, RegistryTest, TestStage } from '../../../core/contract/topics/settings.ts';
import type { ContractFailure } from '../../../core/contract/topics/vocabulary.ts';
import { duration } from '../../parts/format.ts';
import type { Mark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';

/** What is known of a registry's test on this page. */
export type TestState =
  | { state: 'testing' }
  | { state: 'done'; test: RegistryTest }
  /** The test itself couldn't run. */
  | { state: 'untestable'; failure: ContractFailure };

export type StageResult = RegistryTest['stages'][number];
type CredentialSource = RegistryEntry['credentials'];

export const STAGE_NAMES: Record<TestStage, string> = {
  name: t('nameStage'),
  connection: t('connectionStage'),
  tls: t('tlsStage'),
  login: t('loginStage'),
  path: t('pathStage'),
};

export const STAGE_MARKS: Record<StageResult['result'], { mark: Mark; label: string }> = {
  passed: { mark: 'good', label: t('passedStage') },
  warning: { mark: 'warning', label: t('warningStage') },
  failed: { mark: 'bad', label: t('failedStage') },
  skipped: { mark: 'left-out', label: t('skippedStage') },
};

/** Returns the result of a stage without the registry's name and the source of the credentials. */
export function stageDetail({ result, detail, finding, ms }: StageResult): string {
  // A stage with a duration ran, even if it had nothing to do.
  return result === 'skipped' && ms === undefined ? t('untestedStage') : (finding ?? detail);
}

/** Returns the stage that explains the result: later ones didn't run. */
export function firstFailure(test: RegistryTest): StageResult | undefined {
  return test.stages.find(({ result }) => result === 'failed');
}

/** Returns the result of a test for the table: `Passed, 0.4 s`, `Password rejected`. */
export function testOutcome(
  known: TestState | undefined,
  credentials: CredentialSource['from'],
): { mark: Mark; words: string } {
  if (!known) return { mark: 'waiting', words: t('untestedOutcome') };
  if (known.state === 'testing') return { mark: 'running', words: t('testingOutcome') };
  if (known.state === 'untestable') return { mark: 'bad', words: t('untestableOutcome') };
  const failed = firstFailure(known.test);
  if (failed) return { mark: 'bad', words: t(`${failureKind(failed, credentials)}Outcome`) };
  const time = duration(known.test.stages.reduce((ms, stage) => ms + (stage.ms ?? 0), 0));
  return known.test.stages.some(({ result }) => result === 'warning')
    ? { mark: 'warning', words: t('warningOutcome', { time }) }
    : { mark: 'good', words: t('passedOutcome', { time }) };
}

/** Why a test failed, as the table, the heading and the explanation distinguish it. */
export type FailureKind =
  | 'helper'
  | 'blocked'
  | 'clock'
  | 'proxy'
  | 'name'
  | 'connection'
  | 'issuer'
  | 'tls'
  | 'login'
  | 'credentials'
  | 'password'
  | 'denied'
  | 'path';

const KINDS_BY_CODE: Record<string, FailureKind> = {
  'credential-helper': 'helper',
  'blocked-registry': 'blocked',
  'clock-skew': 'clock',
  proxy: 'proxy',
};

/** Returns why a stage failed. */
export function failureKind(
  { stage, code = '' }: Pick<StageResult, 'stage' | 'code'>,
  credentials: CredentialSource['from'],
): FailureKind {
  const kind = KINDS_BY_CODE[code];
  if (kind) return kind;
  if (stage === 'tls') return code === 'tls-unknown-issuer' ? 'issuer' : 'tls';
  if (stage === 'login') {
    if (code !== 'unauthorized') return 'login';
    return credentials === 'none' ? 'credentials' : 'password';
  }
  if (stage === 'path') return code === 'denied' || code === 'unauthorized' ? 'denied' : 'path';
  return stage;
}

/** Returns the source of credentials in short: `auth.json`. */
export function credentialSource({ from, where }: CredentialSource): string {
  if (from === 'none') return t('noSource');
  if (from === 'session') return t('sessionSource');
  if (from === 'key-store') return t('keyStoreSource');
  if (from === 'helper') return t('helperSource');
  return fileName(where);
}

function fileName(where: string | undefined): string {
  return where?.split(',')[0]?.split('/').at(-1) || t('fileSource');
}

/** Returns the user and the complete source of credentials. */
export function credentialsWords({ from, where, user }: CredentialSource): string {
  if (from === 'none') return t('noCredentials');
  if (from === 'session') return user ? t('userSessionCredentials', { user }) : t('sessionCredentials');
  if (from === 'key-store') return user ? t('userKeyStoreCredentials', { user }) : t('keyStoreCredentials');
  const place = where ?? t('fileSource');
  return user ? t('userCredentials', { user, place }) : place;
}

/** Returns what is wrong, and what the stages before it prove. The remedy comes from the engine. */
export function failureExplanation(
  failed: StageResult,
  { from, where }: CredentialSource,
): { title: string; proven: string } {
  const kind = failureKind(failed, from);
  if (kind === 'password') return { title: passwordTitle({ from, where }), proven: t('passwordText') };
  if (kind === 'denied' || kind === 'path')
    return { title: t(`${kind}Title`), proven: t(`${kind}Text`, { credentials: from }) };
  return { title: t(`${kind}Title`), proven: t(`${kind}Text`) };
}

function passwordTitle({ from, where }: CredentialSource): string {
  if (from === 'session') return t('sessionPasswordTitle');
  if (from === 'key-store') return t('keyStorePasswordTitle');
  if (from === 'helper') return t('helperPasswordTitle');
  return t('filePasswordTitle', { file: fileName(where) });
}

/** Returns what a person can do about a failed stage on this page. */
export function repairOf(failed: StageResult): 'credentials' | 'authority' | 'proxy' | 'none' {
  if (['blocked-registry', 'credential-helper', 'clock-skew'].includes(failed.code ?? '')) return 'none';
  if (failed.stage === 'login' || failed.stage === 'path') return 'credentials';
  if (failed.stage === 'tls') return 'authority';
  return failed.stage === 'connection' ? 'proxy' : 'none';
}

/** Returns an entered registry, or its problem. People paste addresses such as `https://quay.io/`. */
export function typedRegistry(text: string): { name: string } | { error: string } {
  const name = text
    .trim()
    .replace(/^(https?|docker|oci):\/\//, '')
    .replace(/(?<!\/)\/+$/, '');
  if (name === '') return { error: t('hostMissingError') };
  if (name.includes('@')) return { error: t('userError') };
  const [host = '', ...path] = name.split('/');
  if (!/^(\[[0-9a-f:]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?$/i.test(host))
    return { error: t('hostError', { host }) };
  if (path.some((part) => !/^[a-z0-9]+([._-]+[a-z0-9]+)*$/.test(part))) return { error: t('pathError') };
  return { name };
}
