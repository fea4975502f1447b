import { compare } from 'semver';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { RULE } from '../../base/errors/rules.ts';
import { goArchitecture } from '../../base/image/architecture.ts';
import { parseReference } from '../../base/image/reference.ts';
import { isTargetPath } from './catalog-name.ts';
import { ARCHITECTURES, type ConfigurationSection, type ContentFields } from './fields.ts';
import type { Findings } from './findings.ts';
import { t } from './messages.ts';
import { looseVersion, versionRange } from './version-range.ts';
import { isStrictVersion } from './versions.ts';

/** Finds values that oc-mirror v2 loads although they fail later or mean something else. */
export function findSuspicious(
  content: ContentFields,
  section: ConfigurationSection,
  findings: Findings,
): void {
  checkPlatform(content, section, findings);
  checkOperators(content, section, findings);
  for (const [index, { name, targetRepo }] of (content.additionalImages ?? []).entries()) {
    const path = `${section}.additionalImages[${index}]`;
    if (requireName(name, path, 'name', findings)) checkReference(name, `${path}.name`, findings);
    if (targetRepo && !isTargetPath(targetRepo))
      findings.warning(`${path}.targetRepo`, t('targetRepository', { targetRepo, image: name ?? '' }), {
        rule: { id: 'target-repository', targetRepo, image: name },
        remedy: t('targetRepositoryRemedy'),
      });
  }
  for (const [index, { name }] of (content.blockedImages ?? []).entries())
    if (!name)
      findings.warning(`${section}.blockedImages[${index}]`, t('blockedImageEmpty'), {
        rule: { id: 'blocked-image-empty' },
      });
  if (content.samples?.length)
    findings.warning(`${section}.samples`, t('samplesIgnored'), {
      rule: { id: 'field-ignored', field: 'samples' },
      remedy: t('samplesIgnoredRemedy'),
    });
}

function checkPlatform({ platform }: ContentFields, section: string, findings: Findings): void {
  if (!platform) return;
  for (const [index, architecture] of (platform.architectures ?? []).entries()) {
    if (ARCHITECTURES.includes(architecture)) continue;
    // Users write names of the Linux kernel by mistake.
    const known = [goArchitecture(architecture)].find((name) => name !== architecture);
    findings.warning(
      `${section}.platform.architectures[${index}]`,
      t('architectureUnknown', { architecture, known: ARCHITECTURES.join(', ') }),
      {
        rule: { id: 'architecture', known },
        remedy: known ? t('architectureUnknownRemedy', { known }) : t('architectureUnlikeRemedy'),
      },
    );
  }
  if (platform.release && platform.channels?.length)
    findings.warning(`${section}.platform.channels`, t('releaseChannelsIgnored'), {
      rule: { id: 'release-channels-ignored' },
      remedy: t('removeOneRemedy'),
    });
  if (platform.release) checkReference(platform.release, `${section}.platform.release`, findings);
  for (const [index, channel] of (platform.channels ?? []).entries()) {
    const path = `${section}.platform.channels[${index}]`;
    const { name, type, minVersion, maxVersion } = channel;
    requireName(name, path, 'name', findings);
    if (type && type !== 'ocp' && type !== 'okd')
      findings.warning(`${path}.type`, t('releaseChannelType', { type }), {
        rule: { id: 'release-channel-type' },
        remedy: t('releaseChannelTypeRemedy'),
      });
    if (name && type !== 'okd' && !/^[a-z]+-\d+\.\d+$/.test(name))
      findings.warning(`${path}.name`, t('releaseChannelName', { channel: name }), {
        rule: { id: 'release-channel-name', channel: name },
        remedy: t('releaseChannelNameRemedy'),
      });
    for (const field of ['minVersion', 'maxVersion'] as const) {
      const version = channel[field];
      if (version && !isStrictVersion(version))
        findings.warning(`${path}.${field}`, t('releaseVersionInvalid', { field, version }), {
          rule: { id: 'version-invalid', field, version },
          remedy: t('releaseVersionInvalidRemedy'),
        });
    }
    if (minVersion && maxVersion && isStrictVersion(minVersion) && isStrictVersion(maxVersion))
      if (compare(minVersion, maxVersion) > 0) reportReversed(minVersion, maxVersion, path, findings);
  }
}

function reportReversed(min: string, max: string, path: string, findings: Findings): void {
  findings.warning(`${path}.minVersion`, t('versionsReversed', { min, max }), {
    rule: { id: 'versions-reversed', min, max },
    remedy: t('versionsReversedRemedy'),
  });
}

/** Checks the versions of a package or its channel, in which `maxVersion: 1.2` includes all of 1.2. */
function checkRange(
  { minVersion, maxVersion }: { minVersion?: string; maxVersion?: string },
  path: string,
  findings: Findings,
): void {
  const range = versionRange(minVersion, maxVersion);
  const min = minVersion && looseVersion(minVersion);
  if (minVersion && maxVersion && min && range && 'contains' in range && !range.contains(min))
    reportReversed(minVersion, maxVersion, path, findings);
}

function checkOperators({ operators }: ContentFields, section: string, findings: Findings): void {
  for (const [index, operator] of (operators ?? []).entries()) {
    const path = `${section}.operators[${index}]`;
    if (operator.catalog?.includes('/')) checkReference(operator.catalog, `${path}.catalog`, findings);
    if (operator.skipDependencies)
      findings.warning(`${path}.skipDependencies`, t('skipDependenciesIgnored'), {
        rule: { id: 'field-ignored', field: 'skipDependencies' },
      });
    for (const [p, entry] of (operator.packages ?? []).entries()) {
      const at = `${path}.packages[${p}]`;
      const name = requireName(entry.name, at, 'name', findings) ? entry.name : '';
      const meant = name.replace(/\.v\d+\.\d+.*$/s, '');
      if (meant !== name)
        findings.warning(`${at}.name`, t('bundleAsPackage', { name }), {
          rule: { id: 'bundle-as-package', package: meant },
          remedy: t('bundleAsPackageRemedy', { package: meant }),
        });
      const ranges = [entry, ...(entry.channels ?? [])];
      if (operator.full && ranges.some((range) => range.minVersion || range.maxVersion))
        findings.warning(at, 'Full: true cannot be mixed with versionRange', {
          rule: { id: 'full-with-versions' },
          remedy: t('fullWithVersionsRemedy'),
        });
      checkRange(entry, at, findings);
      for (const [c, channel] of (entry.channels ?? []).entries()) {
        requireName(channel.name, `${at}.channels[${c}]`, 'name', findings);
        checkRange(channel, `${at}.channels[${c}]`, findings);
      }
    }
  }
}

function requireName(
  value: string | undefined,
  path: string,
  field: string,
  findings: Findings,
): value is string {
  if (!value)
    findings.warning(path, t('nameMissing', { path, field }), {
      rule: { id: 'name-missing', path },
      remedy: t('nameMissingRemedy', { field }),
    });
  return Boolean(value);
}

/** Warns of a reference that can't be pulled, unless the loader itself rejects it. */
function checkReference(reference: string, path: string, findings: Findings): void {
  if (findings.problems.some((problem) => problem.path === path)) return;
  try {
    parseReference(reference);
  } catch (error) {
    if (!(error instanceof AirlockError)) throw error;
    findings.warning(path, error.message, { rule: error[RULE], remedy: error.remedy });
  }
}
