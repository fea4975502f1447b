import { t } from './messages.ts';

/** A field that v2 doesn't have anymore. */
interface Former {
  /** The kind of field, as the message selects it. */
  was: 'v1' | 'v416' | 'flag' | 'kubernetes';
  /** The remedy. */
  now: string;
  /** The conversion replaces it. */
  converts: boolean;
}

/**
 * Fields of v1alpha1, v1alpha2 and early v2 files (oc-mirror v1: pkg/api/v1alpha1 and v1alpha2), by lower-case name, because
 * Go matched them in any case too.
 */
const FORMER = new Map<string, Omit<Former, 'converts'>>([
  ['storageconfig', { was: 'v1', now: t('stateFieldRemedy') }],
  ['ocp', { was: 'v1', now: t('ocpRemedy') }],
  ['headsonly', { was: 'v1', now: t('headsOnlyRemedy') }],
  ['startingversion', { was: 'v1', now: t('startingVersionRemedy') }],
  ['startingbundle', { was: 'v1', now: t('bundleVersionRemedy') }],
  ['minbundle', { was: 'v1', now: t('bundleVersionRemedy') }],
  ['skipdeps', { was: 'v1', now: t('dependenciesFieldRemedy') }],
  ['targetname', { was: 'v1', now: t('targetNameRemedy') }],
  ['originalref', { was: 'v1', now: t('originalRefRemedy') }],
  ['repos', { was: 'v1', now: t('reposRemedy') }],
  ['versions', { was: 'v1', now: t('releaseVersionsRemedy') }],
  ['pullsecret', { was: 'v1', now: t('pullSecretRemedy') }],
  ['bundles', { was: 'v416', now: t('bundlesRemedy') }],
  ['strictarchive', { was: 'flag', now: t('strictArchiveRemedy') }],
  ['metadata', { was: 'kubernetes', now: t('metadataRemedy') }],
  ['spec', { was: 'kubernetes', now: t('specRemedy') }],
]);

/** Returns the former field of a name in any case. */
export function formerField(name: string): Former | undefined {
  const former = FORMER.get(name.toLowerCase());
  return former && { ...former, converts: former.was === 'v1' };
}
