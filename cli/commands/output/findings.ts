import type { DoctorFinding } from '../../../core/contract/topics/doctor.ts';
import { table } from '../../terminal/format.ts';
import { t } from '../../terminal/messages.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** Prints problems first and in full, then the passed checks as a table. */
export function printFindings(terminal: Terminal, findings: readonly DoctorFinding[]): void {
  for (const finding of findings) if (finding.level !== 'ok') terminal.print([...inFull(finding), '']);
  const fine = findings.filter(({ level }) => level === 'ok');
  terminal.print(table(fine.map(({ check, subject, message }) => ['ok', check, subject, message])));
}

function inFull({ level, code, check, subject, message, why, remedy, evidence }: DoctorFinding): string[] {
  return [
    `${level}  ${check}  ${subject}${level === 'info' ? '' : `  (${code})`}`,
    `    ${message}`,
    `    ${t('findingWhy', { why })}`,
    `    ${t('findingRemedy', { remedy })}`,
    ...evidence.map((fact) => `    - ${fact}`),
  ];
}
