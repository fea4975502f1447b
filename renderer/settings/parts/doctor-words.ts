import type {
  ContractDoctorReport,
  ContractRegistryProfile,
  DoctorFinding,
  RegistryCapability,
} from '../../../core/contract/topics/doctor.ts';
import type { RequestJob } from '../../../core/contract/topics/job.ts';
import { t } from './messages.ts';

/** The levels of findings by their effect on a run, the worst first. */
export const LEVELS = [
  { level: 'error', title: t('errorsTitle') },
  { level: 'warning', title: t('warningsTitle') },
  { level: 'info', title: t('infoTitle') },
] as const satisfies readonly { level: DoctorFinding['level']; title: string }[];

/** Returns the result of a check: `2 problems that would stop a run, 1 warning`. */
export function doctorSentence({ findings }: Pick<ContractDoctorReport, 'findings'>): string {
  const count = (level: DoctorFinding['level']) =>
    findings.filter((finding) => finding.level === level).length;
  return t('reportTitle', { errors: count('error'), warnings: count('warning') });
}

/** Returns the progress of a check as far as it is known: `3 of 12 checks complete, now quay.io`. */
export function progressWords(work: Pick<RequestJob, 'progress' | 'detail'> | undefined): string {
  const { done, total } = work?.progress ?? {};
  if (total === undefined || done === undefined) return t('startingText');
  return work?.detail
    ? t('progressSubjectText', { done, total, subject: work.detail })
    : t('progressText', { done, total });
}

/** Returns the capabilities with a limitation. */
export function limitations({ capabilities }: ContractRegistryProfile): RegistryCapability[] {
  return capabilities.filter(({ level }) => level !== 'ok' && level !== 'unknown');
}

/** Returns a registry profile in one line: `Quay: 2 limitations that affect some plans`. */
export function profileSentence(profile: ContractRegistryProfile): string {
  const product = profile.product?.name ?? t('unknownProduct');
  const found = limitations(profile);
  if (profile.missingProjects.length > 0 || found.some(({ level }) => level === 'error'))
    return t('unfitProfile', { product });
  const unknown = profile.capabilities.filter(({ level }) => level === 'unknown').length;
  return found.length === 0
    ? t('completeProfile', { product, unknown })
    : t('limitedProfile', { product, limits: found.length, unknown });
}

/** Returns the profile of a registry's path, else of the nearest path above it, else the newest of its host. */
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
