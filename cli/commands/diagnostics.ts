import type { Command } from '@commander-js/extra-typings';
import type { DiagnosticsSource } from '../../core/app/service/settings/diagnostics-files.ts';
import { addCommand } from '../terminal/command-line.ts';
import { bytes, table } from '../terminal/format.ts';
import { hostFacts } from '../terminal/host.ts';
import { userPath } from '../terminal/options.ts';
import { t } from './messages.ts';

/** `airlock diagnostics`: the bundle that Settings > Diagnostics of the app saves. */
export function addDiagnostics(program: Command): void {
  addCommand(
    program,
    'diagnostics [file]',
    t('diagnostics'),
    (command) => command,
    async ({ terminal, signal, pause }, _options, [file]) => {
      const [{ collectDiagnostics }, { saveDiagnostics }] = await Promise.all([
        import('../../core/app/service/settings/diagnostics-files.ts'),
        import('../../core/app/service/settings/diagnostics.ts'),
      ]);
      const stop = AbortSignal.any([signal, pause]);
      const collected = await collectDiagnostics(await commandSource(), stop);
      const files = collected.map(({ name, bytes: size }) => ({ name, bytes: size }));
      const rows = files.map((one) => [bytes(one.bytes), one.name]);
      terminal.print(table([[t('sizeColumn'), t('fileColumn')], ...rows]));
      const saved = file === undefined ? undefined : await saveDiagnostics(userPath(file), collected);
      terminal.print(
        saved
          ? t('diagnosticsSaved', { file: saved.file, size: bytes(saved.bytes) })
          : t('diagnosticsListed'),
      );
      terminal.result({ ok: true, file: saved?.file, bytes: saved?.bytes, files });
      return 0;
    },
  );
}

/** Returns the state of this host without an engine: no credentials were entered, and no practice environment runs. */
async function commandSource(): Promise<DiagnosticsSource> {
  const [
    { defaultConfigDirectory },
    { createSettingsStore },
    { createCredentialStore },
    { createKnownRoots },
  ] = await Promise.all([
    import('../../core/app/service/state/config-directory.ts'),
    import('../../core/app/service/state/settings-store.ts'),
    import('../../core/app/service/state/credential-store.ts'),
    import('../../core/app/service/state/known-roots.ts'),
  ]);
  const host = hostFacts();
  const configDirectory = defaultConfigDirectory(host);
  const settings = createSettingsStore(configDirectory, () => {});
  const roots = createKnownRoots({
    ...{ host, configDirectory, settings },
    practice: { stateDirectory: () => undefined },
  });
  return {
    host,
    settings,
    credentials: createCredentialStore(),
    options: {
      ...{ configDirectory, carrier: 'command-line', nativeDialogs: false },
      keyStore: { available: false },
    },
    practice: { isWorkspace: () => false, receivedFrom: () => undefined },
    knownRoots: roots.list,
  };
}
