import { capitalized } from '../../../core/contract/documents/words.ts';
import { t } from '../messages.ts';

const CHECKS: Record<string, string> = {
  tls: t('tlsCheck'),
  fips: t('fipsCheck'),
  noexec: t('noexecCheck'),
  umask: t('umaskCheck'),
  'network-speed': t('networkSpeedCheck'),
  'disk-speed': t('diskSpeedCheck'),
  'file-system': t('fileSystemCheck'),
};

/** Returns the name of a check: `Network speed`, `TLS`. */
export function checkName(check: string): string {
  return CHECKS[check] ?? capitalized(check);
}
