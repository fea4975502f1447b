import { stepsMarkdown } from '../scale-out/steps.ts';
import { t } from './messages.ts';
import type { Migration, MigrationNode } from './model.ts';

const VERDICTS: Record<MigrationNode['verdict'], string> = {
  ready: t('readyVerdict'),
  done: t('doneVerdict'),
  blocked: t('blockedVerdict'),
};
const KINDS = { included: t('includedWord'), added: t('addedWord'), omitted: t('omittedWord') };

/** Returns the steps, checks and rollback of a migration, with its documents explained, as Markdown. */
export function readmeOf({ nodes, files, steps, rollback, problems }: Migration): string {
  const columns = t('nodeHeader').split('|');
  const documents = files.flatMap(({ file, document }) => (document ? [{ file, ...document }] : []));
  const alike = Map.groupBy(documents, ({ decisions }) =>
    decisions.map(({ kind, what, why }) => `- ${KINDS[kind]}: ${plain(what)}. ${why}`).join('\n'),
  );
  return [
    `# ${t('readmeTitle')}`,
    '',
    ...problems.flatMap(({ message, remedy }) => [plain(`${message}. ${remedy}`.replaceAll('..', '.')), '']),
    `## ${t('nodesTitle')}`,
    '',
    row(columns),
    row(columns.map(() => '---')),
    ...nodes.map(({ name, role = '', verdict, file = '', problems: reasons }) =>
      row([name, role, VERDICTS[verdict], file, reasons.map(({ message }) => message).join('; ')].map(plain)),
    ),
    '',
    t('readmeText'),
    '',
    stepsMarkdown(steps),
    `## ${t('rollbackTitle')}`,
    '',
    t('rollbackNote'),
    '',
    stepsMarkdown(rollback, 3),
    `## ${t('documentsTitle')}`,
    '',
    ...[...alike].flatMap(([decisions, group]) => [
      `### ${group.map(({ file }) => file).join(', ')}`,
      '',
      decisions,
      '',
    ]),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Returns a text of a report without characters that are Markdown or control the terminal. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').replaceAll(/[\\`*_|<>[\]#]/g, String.raw`\$&`);
}
