import type { Command } from '@commander-js/extra-typings';
import { addCommand } from '../../terminal/command-line.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { filesOf, hasErrors, plainProblems, reportProblems, textOf } from './input.ts';
import { t } from './messages.ts';

export function addNmstateHosts(parent: Command): void {
  addCommand(
    parent,
    'hosts [file|directory]',
    t('hosts'),
    (command) =>
      command
        .option('--merge <table>', t('mergeOption'))
        .option('-o, --output <file>', t('hostsOutputOption')),
    async ({ terminal }, { merge, output }, [path]) => {
      if (path === undefined) {
        const { tableTemplate } = await import('../../../core/nmstate/hosts/table-template.ts');
        return write(terminal, { text: tableTemplate(), output, result: {} });
      }
      const [{ readHostFiles }, { mergeHosts }, { readHostTable }, { setHostOf }, { writeHostTable }] =
        await Promise.all([
          import('../../../core/nmstate/gather/read-host-files.ts'),
          import('../../../core/nmstate/host-set/merge-hosts.ts'),
          import('../../../core/nmstate/hosts/host-table.ts'),
          import('../../../core/nmstate/host-set/host-set.ts'),
          import('../../../core/nmstate/hosts/write-host-table.ts'),
        ]);
      const {
        hosts: found,
        problems: ofInput,
        passwords,
        kind,
      } = await readHostFiles(await filesOf(userPath(path), path));
      const table =
        merge === undefined ? undefined : readHostTable(await textOf(userPath(merge)), { file: merge });
      const { hosts, merges } = mergeHosts(
        (table?.hosts ?? []).map(setHostOf),
        found,
        kind === 'inventory' ? 'inventory' : 'table',
      );
      const problems = plainProblems([...(table?.problems ?? []), ...ofInput]);
      reportProblems(terminal, problems);
      for (const { name, kind, parts } of merges)
        terminal.say(
          'info',
          t(kind === 'added' ? 'hostAdded' : 'hostChanged', {
            name,
            changes: parts
              .map(({ part, from, to }) => (from === '' ? `${part} ${to}` : `${part} ${from} → ${to}`))
              .join(', '),
          }),
        );
      if (passwords > 0) terminal.say('info', t('passwordsIgnored', { count: passwords }));
      if (hosts.length === 0 || hasErrors(problems)) {
        terminal.say('error', hosts.length === 0 ? t('hostsMissing') : t('notWritten'));
        terminal.result({ ok: false, hosts: [], merges: [], problems });
        return 1;
      }
      return write(terminal, {
        text: writeHostTable(hosts),
        output,
        result: { hosts: hosts.map(({ name }) => name), merges, problems },
      });
    },
  );
}

async function write(
  terminal: Terminal,
  { text, output, result }: { text: string; output: string | undefined; result: Record<string, unknown> },
): Promise<number> {
  const file = output === undefined ? undefined : userPath(output);
  if (file === undefined) terminal.printText(text.trimEnd());
  else {
    const { writeFileAtomic } = await import('../../../core/base/files/atomic-file.ts');
    await writeFileAtomic(file, text);
    terminal.print(t('written', { path: file }));
  }
  terminal.result({ ok: true, ...result, output: file, table: file === undefined ? text : undefined });
  return 0;
}
