import type { Command } from 'commander';
import { AirlockError } from '../../core/errors/airlock-error.ts';
import { defaultStateDirectory } from '../../core/mirror/state-directory.ts';
import { directoryOf } from '../../core/mirror/workflow.ts';
import { fingerprintGroups } from '../../core/signature/fingerprint.ts';
import { addCommand } from '../command-line.ts';
import { count, table } from '../format.ts';
import { hostFacts } from '../host.ts';
import { userPath } from '../options.ts';

export function addKeys(program: Command): void {
  const keys = program
    .command('keys')
    .description('sign exports and require signatures on received transfers');
  addCreate(keys);
  addTrust(keys);
  addList(keys);
  addRemove(keys);
}

function addCreate(keys: Command): void {
  addCommand(
    keys,
    'create <file://DIR>',
    'create a key pair that signs all future exports from a workspace',
    (command) => {
      command.option('--name <text>', 'name in the key, for example the team name', 'Airlock workspace');
      command.option('--passphrase-file <file>', 'protect the private key with the passphrase in this file');
    },
    async ({ terminal }, options, [url]) => {
      const { name, passphraseFile } = options as { name: string; passphraseFile?: string };
      const workspace = userPath(directoryOf(url!, 'keys create'));
      const { createSigningKey, readPassphrase } = await import('../../core/signature/signing-keys.ts');
      const { defaultConfigDirectory } = await import('../../core/service/config-directory.ts');
      const made = await createSigningKey(workspace, defaultConfigDirectory(hostFacts()), {
        name,
        ...(passphraseFile !== undefined && { passphrase: await readPassphrase(userPath(passphraseFile)) }),
      });
      terminal.print(`Fingerprint  ${fingerprintGroups(made.fingerprint)}`);
      terminal.print(`Public key   ${made.publicKey}`);
      terminal.print(`Private key  ${made.privateKey} (for this user only)`);
      terminal.print('Every export from this workspace is now signed.');
      terminal.print(
        'Carry the public key to the receiving side once and run: airlock keys trust FILE file://DIR',
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
    'require all received content to be signed with this key',
    (command) => {
      command.option('--fingerprint <text>', 'reject the file unless its key has this fingerprint');
    },
    async ({ terminal }, options, [file, url]) => {
      const { fingerprint } = options as { fingerprint?: string };
      const directory = url === undefined ? undefined : userPath(directoryOf(url, 'keys trust'));
      const { requireSignatureBy } = await import('../../core/media/origin.ts');
      const { trusted, unsigned } = await requireSignatureBy(stateFolder(), {
        file: userPath(file!),
        ...(directory !== undefined && { directory }),
        ...(fingerprint !== undefined && { fingerprint }),
      });
      terminal.print(`Fingerprint  ${fingerprintGroups(trusted.fingerprint)}`);
      terminal.print(`Name         ${trusted.name}`);
      terminal.print(
        `From now on, ${trusted.directory ?? 'everything you receive'} requires a signature from a trusted key.`,
      );
      terminal.print(
        "Verify the fingerprint with the sender, for example by phone. If it doesn't match, run airlock keys remove FINGERPRINT with the same directory.",
      );
      if (unsigned.length > 0)
        terminal.say(
          'warning',
          `${count(unsigned.length, 'unsigned transfer')} received earlier can still be used: ${unsigned.join(', ')}.`,
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
    'list trusted keys, removed keys and the keys that sign exports',
    () => {},
    async ({ terminal }, _options, [url]) => {
      const { readTrust } = await import('../../core/signature/trusted-keys.ts');
      const { signingKeysOf } = await import('../../core/signature/signing-keys.ts');
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
          ? 'No keys. Create one with `airlock keys create`, or trust one with `airlock keys trust`.'
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
    'stop trusting a key, or stop signing with it',
    () => {},
    async ({ terminal }, _options, [text, url]) => {
      const { parseFingerprint, removeTrustedKey } = await import('../../core/signature/trusted-keys.ts');
      const { removeSigningKey } = await import('../../core/signature/signing-keys.ts');
      const fingerprint = parseFingerprint(text!);
      const directory = url === undefined ? undefined : userPath(directoryOf(url, 'keys remove'));
      const untrusted = await removeTrustedKey(stateFolder(), fingerprint, directory);
      const signing = directory === undefined ? undefined : await removeSigningKey(directory, fingerprint);
      if (!untrusted && !signing)
        throw new AirlockError('usage', `key ${fingerprint} isn't used for ${directory ?? 'everything'}`, {
          remedy: 'Run `airlock keys list` for the keys in use and the directories they are for.',
        });
      if (untrusted)
        terminal.print(`Key ${fingerprint} is no longer trusted for ${directory ?? 'everything'}.`);
      if (signing)
        terminal.print(
          `Exports from ${directory} are no longer signed with key ${fingerprint}. The private key still exists.`,
        );
      terminal.result({ ok: true, fingerprint, untrusted, signing });
      return 0;
    },
  );
}

function stateFolder(): string {
  return defaultStateDirectory(hostFacts());
}
