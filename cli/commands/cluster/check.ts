import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { InspectedCluster } from '../../../core/cluster/check/inspect.ts';
import {
  CHECK_GROUPS,
  type CheckItem,
  type CheckReport,
  verdictOf,
} from '../../../core/cluster/check/report.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { inspected, inspectedOptions } from './inspected.ts';
import { t } from './messages.ts';

const NEGATIVE = 2;
const PROGRESS_MS = 1_000;

/** `airlock cluster check` */
export function addClusterCheck(cluster: Command): void {
  addCommand(
    cluster,
    'check',
    t('check'),
    (command) =>
      inspectedOptions(command.requiredOption('--to <version>', t('toOption')))
        .option('--from-inspect <file>', t('fromInspectOption'))
        .option('--authfile <file>', t('checkAuthfileOption'))
        .option('--html <file>', t('htmlOption')),
    async (context, options) => {
      const { terminal, signal, pause } = context;
      const { facts, pullSecret } = await clusterOf(context, options);
      const { checkUpgrade } = await import('../../../core/cluster/check/check-upgrade.ts');
      const { env, home } = hostFacts();
      const authFile = options.authfile === undefined ? undefined : userPath(options.authfile);
      const keyFile = env.OCP_SIGNATURE_VERIFICATION_PK;
      const report = await checkUpgrade(
        facts,
        {
          ...{ to: options.to!, env, logins: pullSecret === undefined ? { authFile, home } : { pullSecret } },
          keyFile: keyFile || undefined,
        },
        // The first Ctrl-C stops the check, because it changes nothing.
        { signal: AbortSignal.any([signal, pause]), onProgress: progressTo(terminal) },
      );
      print(terminal, report);
      const html = options.html === undefined ? undefined : userPath(options.html);
      if (html !== undefined) {
        const [{ reportHtml }, { writeFileAtomic }] = await Promise.all([
          import('../../../core/cluster/check/report-html.ts'),
          import('../../../core/base/files/atomic-file.ts'),
        ]);
        await writeFileAtomic(html, reportHtml(report));
        terminal.print(t('report', { file: html }));
      }
      terminal.result({ ...report, html });
      return report.ok ? 0 : NEGATIVE;
    },
    { interrupted: t('stopping') },
  );
}

/** @throws AirlockError `usage` */
async function clusterOf(
  context: CommandContext,
  options: Record<string, unknown>,
): Promise<InspectedCluster> {
  const { fromInspect, fromDir, kubeconfig } = options as Record<string, string | undefined>;
  if ([fromInspect, fromDir, kubeconfig].filter((one) => one !== undefined).length > 1)
    throw new AirlockError('usage', t('clusterGivenTwice'));
  if (fromInspect === undefined) return inspected(context, options);
  const { readInspection } = await import('../../../core/cluster/check/inspection-file.ts');
  return { facts: await readInspection(userPath(fromInspect)), pullSecret: undefined };
}

function progressTo(terminal: Terminal) {
  let last = 0;
  return ({ done, total, doing }: { done: number; total: number; doing: string }): void => {
    const now = Date.now();
    if (now - last < PROGRESS_MS) return;
    last = now;
    terminal.line({ type: 'progress', phase: 'cluster-check', done, total, doing });
    terminal.say('info', t('checkProgress', { done, total, name: doing }));
  };
}

/** Prints a report by group: all items in full, except that images that passed are counted. */
function print(terminal: Terminal, report: CheckReport): void {
  for (const [group, title] of Object.entries(CHECK_GROUPS)) {
    const items = report.items.filter((item) => item.group === group);
    if (items.length === 0) continue;
    terminal.print(title);
    for (const item of items.filter(({ state }) => state !== 'ok')) terminal.print(itemLines(item));
    const fine = items.filter(({ state }) => state === 'ok');
    const images = fine.filter(({ from }) => from !== undefined);
    for (const item of fine) if (item.from === undefined) terminal.print(itemLines(item));
    const by = Map.groupBy(images, ({ from }) => from!);
    for (const [from, all] of by)
      terminal.print(`  ok       ${t('okImages', { count: all.length, place: from })}`);
    terminal.print('');
  }
  terminal.print(verdictOf(report));
}

function itemLines({ state, name, message, remedy }: CheckItem): string[] {
  const line = `  ${state.padEnd(7)}  ${t('checkLine', { name, message })}`;
  return remedy === '' ? [line] : [line, `             ${t('checkRemedy', { remedy })}`];
}
