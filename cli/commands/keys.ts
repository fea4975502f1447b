import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { fingerprintGroups } from '../../core/content/signature/fingerprint.ts';
import { defaultStateDirectory } from '../../core/mirror/run/state-directory.ts';
import { directoryOf } from '../../core/mirror/run/workflow.ts';
import { addCommand } from '../terminal/command-line.ts';
import { table } from '../terminal/format.ts';
import { hostFacts } from '../terminal/host.ts';
import { userPath } from '../terminal/options.ts';
import { t } from './messages.ts';

export function addKeys(program: Command): void {
  const keys = program.command('keys').description(t('keys'));
  addCreate(keys);
  addTrust(keys);
  addList(keys);
  addRemove(keys);
}

function addCreate(keys: Command): void {
  addCommand(
    keys,
    'create <file://DIR>',
    t('keysCreate'),
    (command) =>
      command
        .option('--name <text>', t('keyNameOption'), 'Airlock workspace')
        .option('--passphrase-file <file>', t('passphraseFileOption')),
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
      terminal.print(t('keyFingerprint', { fingerprint: fingerprintGroups(made.fingerprint) }));
      terminal.print(t('publicKey', { file: made.publicKey }));
      terminal.print(t('privateKey', { file: made.privateKey }));
      terminal.print(t('exportsSigned'));
      terminal.print(t('keyTrustNext'));
      terminal.result({ ok: true, workspace, ...made });
      return 0;
    },
  );
}

function addTrust(keys: Command): void {
  addCommand(
    keys,
    'trust <file> [file://DIR]',
    t('keysTrust'),
    (command) => command.option('--fingerprint <text>', t('fingerprintOption')),
    async ({ terminal }, options, [file, url]) => {
      const { fingerprint } = options;
      const directory = url === undefined ? undefined : userPath(directoryOf(url, `keys trust ${file!}`));
      const { requireSignatureBy } = await import('../../core/media/origin/origin.ts');
      const { trusted, unsigned } = await requireSignatureBy(stateFolder(), {
        file: userPath(file!),
        directory,
        fingerprint,
      });
      terminal.print(t('keyFingerprint', { fingerprint: fingerprintGroups(trusted.fingerprint) }));
      terminal.print(t('keyName', { name: trusted.name }));
      terminal.print(
        trusted.directory === undefined
          ? t('signaturesRequired')
          : t('signaturesRequiredIn', { directory: trusted.directory }),
      );
      const words = ['airlock keys remove', trusted.fingerprint];
      if (directory !== undefined) words.push(`file://${directory}`);
      terminal.print(t('fingerprintCompare', { command: words.join(' ') }));
      if (unsigned.length > 0)
        terminal.say(
          'warning',
          t('unsignedEarlier', { count: unsigned.length, transfers: unsigned.join(', ') }),
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
    t('keysList'),
    (command) => command,
    async ({ terminal }, _options, [url]) => {
      const { readTrust } = await import('../../core/content/signature/trusted-keys.ts');
      const { signingKeysOf } = await import('../../core/content/signature/signing-keys.ts');
      const workspace = url === undefined ? undefined : userPath(directoryOf(url, 'keys list'));
      const signing = workspace === undefined ? [] : await signingKeysOf(workspace);
      const { keys: trusted, removed } = await readTrust(stateFolder());
      const rows = [
        ...signing.map((key) => [
          t('signing'),
          key.fingerprint,
          key.name,
          workspace!,
          key.createdBy,
          key.createdAt,
        ]),
        ...trusted.map((key) => [
          t('trusted'),
          key.fingerprint,
          key.name,
          key.directory ?? t('everything'),
          key.by,
          key.at,
        ]),
        ...removed.map((key) => [
          t('removed'),
          key.fingerprint,
          key.name,
          key.directory ?? t('everything'),
          key.by,
          key.at,
        ]),
      ];
      const head = [
        t('stateColumn'),
        t('fingerprintColumn'),
        t('nameColumn'),
        t('forColumn'),
        t('byColumn'),
        t('sinceColumn'),
      ];
      terminal.print(rows.length === 0 ? t('noKeys') : table([head, ...rows]));
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
    t('keysRemove'),
    (command) => command,
    async ({ terminal }, _options, [text, url]) => {
      const { parseFingerprint, removeTrustedKey } = await import(
        '../../core/content/signature/trusted-keys.ts'
      );
      const { removeSigningKey } = await import('../../core/content/signature/signing-keys.ts');
      const fingerprint = parseFingerprint(text!);
      const directory = url === undefined ? undefined : userPath(directoryOf(url, `keys remove ${text!}`));
      const untrusted = await removeTrustedKey(stateFolder(), fingerprint, directory);
      const signing = directory === undefined ? undefined : await removeSigningKey(directory, fingerprint);
      if (!untrusted && !signing)
        throw new AirlockError(
          'usage',
          directory === undefined
            ? t('keyUnused', { fingerprint })
            : t('keyUnusedFor', { fingerprint, directory }),
          { remedy: t('keyUnusedRemedy') },
        );
      if (untrusted)
        terminal.print(
          directory === undefined
            ? t('keyRemoved', { fingerprint })
            : t('keyRemovedFor', { fingerprint, directory }),
        );
      if (signing && directory !== undefined)
        terminal.print(t('exportsUnsigned', { directory, fingerprint }));
      terminal.result({ ok: true, fingerprint, untrusted, signing });
      return 0;
    },
  );
}

function stateFolder(): string {
  return defaultStateDirectory(hostFacts());
}
