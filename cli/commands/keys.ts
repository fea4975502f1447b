import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { fingerprintGroups } from '../../core/content/signature/fingerprint.ts';
import { defaultStateDirectory } from '../../core/mirror/run/state-directory.ts';
import { directoryOf } from '../../core/mirror/run/workflow.ts';
import { addCommand } from '../terminal/command-line.ts';
import { count, table } from '../terminal/format.ts';
import { hostFacts } from '../terminal/host.ts';
import { userPath } from '../terminal/options.ts';

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('manage the keys that sign and verify transfers');
  addCreate(keys);
  addTrust(keys);
  addList(keys);
  addRemove(keys);
}

function addCreate(keys: Command): void {
  addCommand(
    keys,
    'create <file://DIR>',
    'create a key pair to sign exports from a workspace',
    (command) =>
      command
        .option('--name <text>', 'name stored in the key, such as a team name', 'Airlock workspace')
        .option('--passphrase-file <file>', 'encrypt the private key with the passphrase in this file'),
    async ({ terminal }, options, [url]) => {
      const { name, passphraseFile } = options;
      const workspace = userPath(directoryOf(url!, 'keys create'));
      const { createSigningKey, readPassphrase } = await import(
        '../../core/content/signature/signing-keys.ts'
      );
      const { defaultConfigDirectory } = await import('../../core/app/service/state/config-directory.ts');
      const made = await createSigningKey(workspace, defaultConfigDirectory(hostFacts()), {
        name,
        passphrase: passphraseFile === undefined ? undefined : await readPassphrase(userPath(passphraseFile)),
      });
      terminal.print(`Fingerprint  ${fingerprintGroups(made.fingerprint)}`);
      terminal.print(`Public key   ${made.publicKey}`);
      terminal.print(`Private key  ${made.privateKey} (readable only by you)`);
      terminal.print('All future exports from this workspace will be signed.');
      terminal.print(
        'Take the public key to the receiving side and trust it there: airlock keys trust FILE file://DIR',
      );
      terminal.result({ ok: true, workspace, ...made });
      return 0;
    },
  );
}

function addTrust(keys: Command): void {
  addCommand(
    keys,
    'trust <file> [file://DIR]',
    'trust a public key and require signed transfers',
    (command) =>
      command.option('--fingerprint <text>', 'reject the file unless its key has this fingerprint'),
    async ({ terminal }, options, [file, url]) => {
      const { fingerprint } = options;
      const directory = url === undefined ? undefined : userPath(directoryOf(url, 'keys trust'));
      const { requireSignatureBy } = await import('../../core/media/origin/origin.ts');
      const { trusted, unsigned } = await requireSignatureBy(stateFolder(), {
        file: userPath(file!),
        directory,
        fingerprint,
      });
      terminal.print(`Fingerprint  ${fingerprintGroups(trusted.fingerprint)}`);
      terminal.print(`Name         ${trusted.name}`);
      terminal.print(
        `From now on, ${trusted.directory === undefined ? 'everything you receive' : `everything received in ${trusted.directory}`} must be signed with a trusted key.`,
      );
      terminal.print(
        `Compare the fingerprint with the sender, for example by phone. If it doesn't match, run: airlock keys remove ${trusted.fingerprint}${directory === undefined ? '' : ` file://${directory}`}`,
      );
      if (unsigned.length > 0)
        terminal.say(
          'warning',
          `${count(unsigned.length, 'unsigned transfer')} received earlier can still be used: ${unsigned.join(', ')}`,
        );
      const { armored: _, ...shown } = trusted;
      terminal.result({ ok: true, ...shown, unsigned });
      return 0;
    },
  );
}

function addList(keys: Command): void {
  addCommand(
    keys,
    'list [file://DIR]',
    'list signing keys, trusted keys and removed keys',
    (command) => command,
    async ({ terminal }, _options, [url]) => {
      const { readTrust } = await import('../../core/content/signature/trusted-keys.ts');
      const { signingKeysOf } = await import('../../core/content/signature/signing-keys.ts');
      const workspace = url === undefined ? undefined : userPath(directoryOf(url, 'keys list'));
      const signing = workspace === undefined ? [] : await signingKeysOf(workspace);
      const { keys: trusted, removed } = await readTrust(stateFolder());
      const rows = [
        ...signing.map((key) => [
          'signs',
          key.fingerprint,
          key.name,
          workspace!,
          key.createdBy,
          key.createdAt,
        ]),
        ...trusted.map((key) => [
          'trusted',
          key.fingerprint,
          key.name,
          key.directory ?? 'everything',
          key.by,
          key.at,
        ]),
        ...removed.map((key) => [
          'removed',
          key.fingerprint,
          key.name,
          key.directory ?? 'everything',
          key.by,
          key.at,
        ]),
      ];
      terminal.print(
        rows.length === 0
          ? 'No keys found. Create one with `airlock keys create`, or trust one with `airlock keys trust`.'
          : table([['STATE', 'FINGERPRINT', 'NAME', 'FOR', 'BY', 'SINCE'], ...rows]),
      );
      terminal.result({
        ok: true,
        signing,
        trusted: trusted.map(({ armored: _, before: __, ...shown }) => shown),
        removed,
      });
      return 0;
    },
  );
}

function addRemove(keys: Command): void {
  addCommand(
    keys,
    'remove <fingerprint> [file://DIR]',
    'stop trusting a key or signing with it',
    (command) => command,
    async ({ terminal }, _options, [text, url]) => {
      const { parseFingerprint, removeTrustedKey } = await import(
        '../../core/content/signature/trusted-keys.ts'
      );
      const { removeSigningKey } = await import('../../core/content/signature/signing-keys.ts');
      const fingerprint = parseFingerprint(text!);
      const directory = url === undefined ? undefined : userPath(directoryOf(url, 'keys remove'));
      const untrusted = await removeTrustedKey(stateFolder(), fingerprint, directory);
      const signing = directory === undefined ? undefined : await removeSigningKey(directory, fingerprint);
      if (!untrusted && !signing)
        throw new AirlockError(
          'usage',
          `key ${fingerprint} isn't in use${directory === undefined ? '' : ` for ${directory}`}`,
          {
            remedy: 'Run `airlock keys list file://DIR` to see the keys in use.',
          },
        );
      if (untrusted)
        terminal.print(
          `Removed trusted key ${fingerprint} (scope: ${directory ?? 'everything you receive'}).`,
        );
      if (signing)
        terminal.print(
          `Exports from ${directory} will no longer be signed with key ${fingerprint}. The private key wasn't deleted.`,
        );
      terminal.result({ ok: true, fingerprint, untrusted, signing });
      return 0;
    },
  );
}

function stateFolder(): string {
  return defaultStateDirectory(hostFacts());
}
