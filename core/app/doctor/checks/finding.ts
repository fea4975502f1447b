import type { AirlockError, Problem } from '../../../base/errors/airlock-error.ts';
import type { ErrorCode } from '../../../base/errors/codes.ts';
import type { DoctorFinding } from '../../../contract/topics/doctor.ts';

/** What was looked at. */
export type CheckName =
  | 'files'
  | 'route'
  | 'name'
  | 'connection'
  | 'tls'
  | 'clock'
  | 'registry'
  | 'path'
  | 'content'
  | 'destination'
  | 'service'
  | 'network-speed'
  | 'folder'
  | 'space'
  | 'file-system'
  | 'disk-speed'
  | 'lock'
  | 'umask'
  | 'noexec'
  | 'fips'
  | 'versions';

/** What one check came to, without a secret. */
export interface Finding extends DoctorFinding {
  check: CheckName;
  /** An error code where something is wrong; else the name of the check. */
  code: ErrorCode | CheckName;
}

const WHY: Readonly<Record<CheckName, string>> = {
  files: 'What these files say decides how every host is reached; with a broken one no run begins.',
  route: 'A host is reached by this way or not at all.',
  name: 'A host whose name cannot be looked up cannot be reached.',
  connection: 'Nothing is fetched from or pushed to a host that takes no connection.',
  tls: 'Airlock sends and takes nothing over a connection whose other end is not proven.',
  clock:
    'Certificates, tokens and signatures are good for a time only: with a wrong clock they are refused, and records tell wrong times.',
  registry: 'What does not answer as a registry has no images to pull, and takes none.',
  path: 'An image whose repository refuses access fails in every run.',
  content: 'Manifests may be had while layers come from another host: both are needed.',
  destination:
    'What the destination does not take must be known before the push, not at its eight hundredth image.',
  service: 'Without it a run cannot find out what to mirror.',
  'network-speed': 'A release is about 20 GB, a catalog with its operators often more.',
  folder: 'A run keeps its state, its records and what it fetches in folders.',
  space: 'A run stops when the disk is full.',
  'file-system': 'Archives are large files with names that some file systems do not take.',
  'disk-speed': 'Everything that is fetched is written once, and read once when it is pushed or verified.',
  lock: 'A workspace is written by one process at a time: another run is refused.',
  umask: 'It decides who can read what a run writes: whoever carries, verifies or pushes it must be able to.',
  noexec: 'Programs that unpack themselves there do not start.',
  fips: 'Where FIPS is demanded, cryptography must come from a validated module.',
  versions: 'Airlock is tested with the version of Node that it is installed with.',
};

/** All is well. */
export function fine(check: CheckName, subject: string, what: string, evidence: string[] = []): Finding {
  return { check, subject, level: 'ok', code: check, what, why: '', remedy: '', evidence };
}

/** Good to know, and nothing has to be done; `remedy` for those who want it otherwise. */
export function note(
  check: CheckName,
  subject: string,
  what: string,
  remedy: string,
  evidence: string[] = [],
): Finding {
  return { check, subject, level: 'info', code: check, what, why: WHY[check], remedy, evidence };
}

/** Something is wrong. */
export function fault(
  check: CheckName,
  subject: string,
  level: 'warning' | 'error',
  error: Pick<AirlockError, 'code' | 'message' | 'remedy'>,
  evidence: string[] = [],
): Finding {
  const { code, message: what, remedy } = error;
  return { check, subject, level, code, what, why: WHY[check], remedy, evidence };
}

/**
 * A finding as every command tells problems (docs/guides/scripts.md#errors-and-problems); undefined where all is well.
 */
export function problemOf({ level, code, what, remedy }: Finding): Problem | undefined {
  return level === 'ok' ? undefined : { code, level, message: what, remedy };
}
