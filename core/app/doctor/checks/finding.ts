import type { AirlockError, Problem } from '../../../base/errors/airlock-error.ts';
import type { ErrorCode } from '../../../base/errors/codes.ts';
import type { DoctorFinding } from '../../../contract/topics/doctor.ts';
import { t } from '../messages.ts';

/** What is checked. */
export type CheckName =
  | 'files'
  | 'route'
  | 'name'
  | 'connection'
  | 'tls'
  | 'clock'
  | 'registry'
  | 'login'
  | 'inventory'
  | 'path'
  | 'content'
  | 'destination'
  | 'service'
  | 'network-speed'
  | 'directory'
  | 'space'
  | 'file-system'
  | 'disk-speed'
  | 'lock'
  | 'umask'
  | 'noexec'
  | 'fips'
  | 'versions';

/** The result of one check, without secrets. */
export interface Finding extends DoctorFinding {
  check: CheckName;
  /** An error code for a fault, otherwise the name of the check. */
  code: ErrorCode | CheckName;
}

const WHY: Readonly<Record<CheckName, string>> = {
  files: t('filesWhy'),
  route: t('routeWhy'),
  name: t('nameWhy'),
  connection: t('connectionWhy'),
  tls: t('tlsWhy'),
  clock: t('clockWhy'),
  registry: t('registryWhy'),
  login: t('loginWhy'),
  inventory: t('inventoryWhy'),
  path: t('pathWhy'),
  content: t('contentWhy'),
  destination: t('destinationWhy'),
  service: t('serviceWhy'),
  'network-speed': t('networkSpeedWhy'),
  directory: t('directoryWhy'),
  space: t('spaceWhy'),
  'file-system': t('fileSystemWhy'),
  'disk-speed': t('diskSpeedWhy'),
  lock: t('lockWhy'),
  umask: t('umaskWhy'),
  noexec: t('noexecWhy'),
  fips: t('fipsWhy'),
  versions: t('versionsWhy'),
};

/** Returns the finding of a check that passed. */
export function fine(check: CheckName, subject: string, statement: string, evidence: string[] = []): Finding {
  return { check, subject, level: 'ok', code: check, message: statement, why: '', remedy: '', evidence };
}

/** Returns a finding that needs no action. `remedy` is for users who want to change it. */
export function note(
  check: CheckName,
  subject: string,
  statement: string,
  remedy: string,
  evidence: string[] = [],
): Finding {
  return {
    check,
    subject,
    level: 'info',
    code: check,
    message: statement,
    why: WHY[check],
    remedy,
    evidence,
  };
}

/** Returns the finding of a fault. */
export function fault(
  check: CheckName,
  subject: string,
  level: 'warning' | 'error',
  error: Pick<AirlockError, 'code' | 'message' | 'remedy'>,
  evidence: string[] = [],
): Finding {
  const { code, message, remedy } = error;
  return { check, subject, level, code, message, why: WHY[check], remedy, evidence };
}

const ORDER = { error: 0, warning: 1, info: 2, ok: 3 } as const;

/** Returns findings sorted by level: errors, warnings, notes, passed checks. Findings of one level stay in order. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => ORDER[a.level] - ORDER[b.level]);
}

/**
 * Returns a finding as a problem (docs/guides/scripts.md#errors-and-problems); undefined if the check passed.
 */
export function problemOf({ level, code, message, remedy }: DoctorFinding): Problem | undefined {
  return level === 'ok' ? undefined : { code, level, message, remedy };
}
