import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { publicKeysAt } from '../../../content/signature/public-key-files.ts';
import {
  createSigningKey,
  readPassphrase,
  removeSigningKey,
  signingKeyStates,
} from '../../../content/signature/signing-keys.ts';
import { removeTrustedKey, type TrustedKey, trustedFor } from '../../../content/signature/trusted-keys.ts';
import type { TrustedKeyLine } from '../../../contract/topics/keys.ts';
import { requireSignatureBy } from '../../../media/origin/origin.ts';
import { defaultStateDirectory } from '../../../mirror/run/state-directory.ts';
import { absolutePath, optionalPath } from '../state/absolute-path.ts';
import { defaultConfigDirectory } from '../state/config-directory.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { t } from './messages.ts';

/** Returns the handlers of `keys.*`, which do what `airlock keys` does for one workspace or receiving directory. */
export function keyHandlers(state: ServiceState): HandlersOf<'keys'> {
  const configFor = (workspace: string) => defaultConfigDirectory(state.hostFor(workspace));
  const stateFor = (directory: string) => defaultStateDirectory(state.hostFor(directory));
  return {
    async 'keys.signing'(input) {
      const workspace = absolutePath(input.workspace, 'workspace');
      return { keys: await signingKeyStates(workspace, configFor(workspace)) };
    },
    async 'keys.create'(input) {
      const workspace = absolutePath(input.workspace, 'workspace');
      const { name, passphraseFile } = input;
      const file = optionalPath(passphraseFile, 'passphraseFile');
      const passphrase = file === undefined ? undefined : await readPassphrase(file);
      const made = await createSigningKey(workspace, configFor(workspace), { name, passphrase });
      return { ...made, privateKey: passphrase === undefined ? 'open' : 'protected' };
    },
    async 'keys.trusted'(input) {
      const directory = absolutePath(input.directory, 'directory');
      return { keys: (await trustedFor(stateFor(directory), [directory])).map(lineOf) };
    },
    async 'keys.find'({ directory: given, paths }) {
      const directory = absolutePath(given, 'directory');
      const found = await publicKeysAt(paths.map((path) => absolutePath(path, 'paths')));
      const trusted = await trustedFor(stateFor(directory), [directory]);
      const known = new Set(trusted.map(({ fingerprint }) => fingerprint));
      return { keys: found.map((key) => ({ ...key, trusted: known.has(key.fingerprint) })) };
    },
    async 'keys.trust'({ directory: given, file, fingerprint }) {
      const directory = absolutePath(given, 'directory');
      const { trusted, unsigned } = await requireSignatureBy(stateFor(directory), {
        directory,
        file: absolutePath(file, 'file'),
        fingerprint,
      });
      return { key: lineOf(trusted), unsigned };
    },
    async 'keys.distrust'({ fingerprint, directory: given }) {
      const directory = optionalPath(given, 'directory');
      const stateDirectory =
        directory === undefined ? defaultStateDirectory(state.host) : stateFor(directory);
      if (!(await removeTrustedKey(stateDirectory, fingerprint, directory)))
        throw notInUse(fingerprint, directory ?? 'everything');
      return {};
    },
    async 'keys.retire'({ fingerprint, workspace: given }) {
      const workspace = absolutePath(given, 'workspace');
      if (!(await removeSigningKey(workspace, fingerprint))) throw notInUse(fingerprint, workspace);
      return {};
    },
  };
}

function notInUse(fingerprint: string, place: string): AirlockError {
  return new AirlockError('not-found', t('keyUnused', { fingerprint, place }), {
    side: 'local',
    remedy: t('keyUnusedRemedy'),
  });
}

function lineOf({ fingerprint, name, directory, by, at }: TrustedKey): TrustedKeyLine {
  return { fingerprint, name, directory, by, at };
}
