import type { Command } from '@commander-js/extra-typings';
import { addForeignCommand } from '../../terminal/command-line.ts';
import { t } from './messages.ts';

/** Adds `airlock oc-mirror`, which accepts the command line of oc-mirror v2 (docs/compatibility.md). */
export function addOcMirror(program: Command): void {
  addForeignCommand(program, 'oc-mirror', t('command'), async (context, words) => {
    const { runAsOcMirror } = await import('./run.ts');
    return runAsOcMirror(context, words);
  });
}
