import { capitalized } from '../../../core/contract/documents/words.ts';
import type {
  ContractDoctorReport,
  ContractRegistryProfile,
  DoctorFinding,
  RegistryCapability,
} from '../../../core/contract/topics/doctor.ts';
import type { RequestJob } from '../../../core/contract/topics/job.ts';
import { counted } from '../../parts/format.ts';
import type { Mark } from '../../parts/state-mark.tsx';

/** What the levels mean to somebody who wants to begin a run; the worst first. */
export const LEVELS = [
  { level: 'error', mark: 'bad', title: 'Would stop a run' },
  { level: 'warning', mark: 'warning', title: 'May spoil or slow a run' },
  { level: 'info', mark: 'info', title: 'Good to know' },
] as const satisfies readonly { level: DoctorFinding['level']; mark: Mark; title: string }[];

/** `2 findings would stop a run, and 1 warning.` */
export function doctorSentence({ findings }: Pick<ContractDoctorReport, 'findings'>): string {
  const of = (level: DoctorFinding['level']) => findings.filter((finding) => finding.level === level).length;
  const errors = of('error');
  const warnings = of('warning');
  const also = warnings > 0 ? `, and ${counted(warnings, 'warning')}` : '';
  return errors === 0
    ? `Nothing was found that would stop a run${also}.`
    : `${counted(errors, 'finding')} would stop a run${also}.`;
}

/** `Checking this host and quay.io…`: what is under way, as far as it is known. */
export function progressWords(work: Pick<RequestJob, 'progress' | 'detail'> | undefined): string {
  const { done, total } = work?.progress ?? {};
  if (total === undefined) return 'Beginning';
  const of = `${done} of ${counted(total, 'check')}`;
  return work?.detail ? `${of}, now ${work.detail}` : of;
}

const CHECKS: Record<string, string> = {
  tls: 'TLS',
  fips: 'FIPS',
  noexec: 'noexec',
  umask: 'umask',
  'network-speed': 'Network speed',
  'disk-speed': 'Disk speed',
  'file-system': 'File system',
};

/** `Network speed`, `TLS`. */
export function checkName(check: string): string {
  return CHECKS[check] ?? capital(check);
}

/** A message of the engine begins in small letters; on a screen it begins a line. Names of hosts and files stay. */
export function capital(text: string): string {
  return /^[a-z]+(?=[\s,:;-]|$)/.test(text) ? capitalized(text) : text;
}

/** Those that somebody should read: not what is in order, and not what could not be found out. */
export function shortcomings({ capabilities }: ContractRegistryProfile): RegistryCapability[] {
  return capabilities.filter(({ level }) => level !== 'ok' && level !== 'unknown');
}

/** `Quay: takes all that was tried but 2 things that some plans need.` */
export function profileSentence(profile: ContractRegistryProfile): string {
  const known = profile.product?.name ?? 'Unknown product';
  const found = shortcomings(profile);
  if (profile.missingProjects.length > 0 || found.some(({ level }) => level === 'error'))
    return `${known}: nothing can be pushed there yet.`;
  const unknown = profile.capabilities.filter(({ level }) => level === 'unknown').length;
  const rest = unknown > 0 ? ` ${counted(unknown, 'thing')} could not be found out.` : '';
  if (found.length === 0) return `${known}: takes all that was tried.${rest}`;
  return `${known}: takes all that was tried but ${counted(found.length, 'thing')} that some plans need.${rest}`;
}

/** The profile of a registry's path, else that of the nearest path above it, else the newest of its host. */
export function profileOf(
  name: string,
  profiles: readonly ContractRegistryProfile[],
): ContractRegistryProfile | undefined {
  const path = name.includes('/') ? name.slice(name.indexOf('/') + 1) : '';
  const above = (namespace: string) => namespace === '' || `${path}/`.startsWith(`${namespace}/`);
  const nearest = profiles
    .filter(({ namespace }) => above(namespace))
    .toSorted((a, b) => b.namespace.length - a.namespace.length);
  return nearest[0] ?? profiles[0];
}
