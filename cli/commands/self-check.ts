import type { Command } from '@commander-js/extra-typings';
import { addCommand } from '../terminal/command-line.ts';
import { INSTALLATION } from '../terminal/host.ts';
import { t } from './messages.ts';

const NOT_OK = 2;

/** Adds `airlock self-check`, which compares the installed files with the SBOM and the checksums of the bundle. */
export function addSelfCheck(program: Command): void {
  addCommand(
    program,
    'self-check',
    t('selfCheck'),
    (command) => command,
    async ({ terminal, signal, pause }) => {
      const { REINSTALL_REMEDY, selfCheck } = await import('../../core/app/self-check/self-check.ts');
      const result = await selfCheck(INSTALLATION, AbortSignal.any([signal, pause]));
      for (const file of result.missing) terminal.say('error', t('missingFile', { file }));
      for (const file of result.altered) terminal.say('error', t('alteredFile', { file }));
      for (const file of result.additional) terminal.say('error', t('additionalFile', { file }));
      const { directory, files } = result;
      terminal.print(
        result.ok
          ? t('selfCheckPassed', { directory, files })
          : t('selfCheckFailed', { directory, remedy: REINSTALL_REMEDY }),
      );
      terminal.result(result);
      return result.ok ? 0 : NOT_OK;
    },
  );
}
