import type { RegistryEntry, RegistryTest, TestStage } from '../../../core/contract/topics/settings.ts';
import type { ContractFailure } from '../../../core/contract/topics/vocabulary.ts';
import { duration } from '../../parts/format.ts';
import type { Mark } from '../../parts/state-mark.tsx';

/** What is known of a registry's test on this page. */
export type TestState =
  | { state: 'testing' }
  | { state: 'done'; test: RegistryTest }
  /** The test itself could not be made. */
  | { state: 'refused'; failure: ContractFailure };

export type StageResult = RegistryTest['stages'][number];
type CredentialSource = RegistryEntry['credentials'];

export const STAGE_NAMES: Record<TestStage, string> = {
  name: 'Name',
  connection: 'Connection',
  tls: 'TLS',
  login: 'Login',
  path: 'Path',
};

export const STAGE_MARKS: Record<StageResult['result'], { mark: Mark; word: string }> = {
  passed: { mark: 'good', word: 'Passed' },
  warning: { mark: 'warning', word: 'Passed with a warning' },
  failed: { mark: 'bad', word: 'Failed' },
  skipped: { mark: 'left-out', word: 'Not tried' },
};

/** What a stage found, without what stands around it: the registry's name, and where the login comes from. */
export function stageDetail({ result, detail, finding, ms }: StageResult): string {
  // A stage that was tried took its time, also when there was nothing to do.
  return result === 'skipped' && ms === undefined ? 'not tried' : (finding ?? detail);
}

/** The stage that explains the result: later ones were not tried. */
export function firstFailure(test: RegistryTest): StageResult | undefined {
  return test.stages.find(({ result }) => result === 'failed');
}

/** The result of a test in the table: `Passed, 0.4 s`, `Password refused`. */
export function testOutcome(
  known: TestState | undefined,
  credentials: CredentialSource['from'],
): { mark: Mark; words: string } {
  if (!known) return { mark: 'waiting', words: 'Not tested' };
  if (known.state === 'testing') return { mark: 'running', words: 'Testing' };
  if (known.state === 'refused') return { mark: 'bad', words: 'Test not made' };
  const failed = firstFailure(known.test);
  if (failed) return { mark: 'bad', words: failureWords(failed, credentials).short };
  const took = duration(known.test.stages.reduce((ms, stage) => ms + (stage.ms ?? 0), 0));
  return known.test.stages.some(({ result }) => result === 'warning')
    ? { mark: 'warning', words: `Warning, ${took}` }
    : { mark: 'good', words: `Passed, ${took}` };
}

export interface FailureWords {
  /** In a table. */
  short: string;
  /** After "One" and after "Two". */
  one: string;
  many: string;
}

/** A failed stage in the words of the table and of the sentence. */
export function failureWords(failed: StageResult, credentials: CredentialSource['from']): FailureWords {
  const { stage, code } = failed;
  if (code === 'credential-helper') {
    return {
      short: 'Credential helper fails',
      one: 'has a credential helper that fails',
      many: 'have a credential helper that fails',
    };
  }
  if (code === 'blocked-registry')
    return {
      short: 'Blocked here',
      one: 'is blocked by registries.conf',
      many: 'are blocked by registries.conf',
    };
  if (code === 'clock-skew')
    return {
      short: 'Clock is wrong',
      one: 'cannot be trusted by the clock of this host',
      many: 'cannot be trusted by the clock of this host',
    };
  if (code === 'proxy')
    return {
      short: 'Proxy refuses',
      one: 'is not let through by the proxy',
      many: 'are not let through by the proxy',
    };
  if (stage === 'name')
    return { short: 'Name not known', one: 'has a name nobody knows', many: 'have names nobody knows' };
  if (stage === 'connection')
    return { short: 'Not reached', one: 'cannot be reached', many: 'cannot be reached' };
  if (stage === 'tls')
    return code === 'tls-unknown-issuer'
      ? {
          short: 'Issuer not trusted',
          one: 'has a certificate that is not trusted here',
          many: 'have certificates that are not trusted here',
        }
      : { short: 'TLS fails', one: 'makes no TLS connection', many: 'make no TLS connection' };
  if (stage === 'login') {
    if (code !== 'unauthorized')
      return { short: 'Login fails', one: 'fails at the login', many: 'fail at the login' };
    return credentials === 'none'
      ? { short: 'Asks for a login', one: 'asks for a login', many: 'ask for a login' }
      : { short: 'Password refused', one: 'refuses the password', many: 'refuse the password' };
  }
  return code === 'denied' || code === 'unauthorized'
    ? { short: 'Path denied', one: 'denies its path', many: 'deny their path' }
    : { short: 'Path fails', one: 'fails at its path', many: 'fail at their path' };
}

/** Where Airlock takes the login from: `auth.json`; the whole place is said elsewhere. */
export function credentialSource({ from, where }: CredentialSource): string {
  if (from === 'none') return 'no login';
  if (from === 'session') return 'this session';
  if (from === 'key-store') return 'key store';
  if (from === 'helper') return 'credential helper';
  const file = where?.split(',')[0]?.split('/').at(-1);
  return file || 'auth file';
}

/** The login in a fact: who, and the whole place. */
export function loginWords({ from, where, user }: CredentialSource): string {
  if (from === 'none') return 'none on this host';
  const place =
    from === 'session'
      ? 'typed in this session'
      : from === 'key-store'
        ? 'in the key store'
        : (where ?? 'auth file');
  return user ? `${user}, ${place}` : place;
}

/** What is wrong and what the stages before it prove, in words; the remedy is the engine's. */
export function failureExplanation(
  failed: StageResult,
  credentials: CredentialSource,
): { title: string; proven: string } {
  const { stage, code } = failed;
  if (code === 'blocked-registry')
    return { title: 'registries.conf blocks this registry.', proven: 'Nothing was sent.' };
  if (code === 'clock-skew')
    return {
      title: 'The clock of this host is wrong.',
      proven: 'The server is reached, and its certificate is good by its own clock.',
    };
  if (stage === 'name')
    return { title: 'The name is not known here.', proven: 'Nothing was sent to the registry.' };
  if (stage === 'connection')
    return {
      title: code === 'proxy' ? 'The proxy does not let it through.' : 'Nothing answers at this address.',
      proven:
        code === 'proxy'
          ? 'The proxy itself answers.'
          : 'The name is known, so it is the way: a port, a firewall, or a proxy that is needed here.',
    };
  if (stage === 'tls')
    return {
      title:
        code === 'tls-unknown-issuer'
          ? 'The certificate was issued by an authority that is not trusted here.'
          : 'No TLS connection comes about.',
      proven: 'The server is reached. No login was sent.',
    };
  if (stage === 'login') {
    const proven = 'Name, connection and certificate are right.';
    if (code !== 'unauthorized') return { title: 'The login fails.', proven };
    return credentials.from === 'none'
      ? { title: 'The registry asks for a login, and there is none for it.', proven }
      : { title: `The password from ${credentialSource(credentials)} is not accepted.`, proven };
  }
  return {
    title:
      code === 'denied' || code === 'unauthorized'
        ? 'The login is good, but not for this path.'
        : 'The path does not answer as it should.',
    proven:
      credentials.from === 'none' ? 'The registry answers.' : 'The registry answers and takes the login.',
  };
}

/** What can be mended on the spot, by the stage that fails. */
export function mendingOf(failed: StageResult): 'login' | 'authority' | 'proxy' | 'none' {
  if (['blocked-registry', 'credential-helper', 'clock-skew'].includes(failed.code ?? '')) return 'none';
  if (failed.stage === 'login' || failed.stage === 'path') return 'login';
  if (failed.stage === 'tls') return 'authority';
  return failed.stage === 'connection' ? 'proxy' : 'none';
}

/** A registry as typed, or why it cannot be one. `https://quay.io/` is what people paste. */
export function typedRegistry(text: string): { name: string } | { error: string } {
  const name = text
    .trim()
    .replace(/^(https?|docker|oci):\/\//, '')
    .replace(/(?<!\/)\/+$/, '');
  if (name === '') return { error: 'Type a host, with its port unless it is 443.' };
  if (name.includes('@'))
    return { error: 'Leave user and password out; the login is asked for after the test.' };
  const [host = '', ...path] = name.split('/');
  if (!/^(\[[0-9a-f:]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?$/i.test(host))
    return { error: `"${host}" is no host name.` };
  if (path.some((part) => !/^[a-z0-9]+([._-]+[a-z0-9]+)*$/.test(part)))
    return { error: 'A path has lower-case letters, digits, dot, dash and underscore between its slashes.' };
  return { name };
}
