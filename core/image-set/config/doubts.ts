import { compare } from 'semver';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { RULE } from '../../base/errors/rules.ts';
import { parseReference } from '../../base/image/reference.ts';
import { isTargetPath } from './catalog-name.ts';
import { ARCHITECTURES, type ConfigurationSection, type ContentFields } from './fields.ts';
import type { Findings } from './findings.ts';
import { isStrictVersion } from './versions.ts';

/** The kernel's names for them, which people write by mistake. */
const KERNEL_NAMES: Record<string, string> = { x86_64: 'amd64', aarch64: 'arm64' };

/** What oc-mirror v2 loads without a word although it fails later or means something else. */
export function findDoubts(content: ContentFields, section: ConfigurationSection, findings: Findings): void {
  doubtPlatform(content, section, findings);
  doubtOperators(content, section, findings);
  for (const [index, { name, targetRepo }] of (content.additionalImages ?? []).entries()) {
    const path = `${section}.additionalImages[${index}]`;
    if (requireName(name, path, 'name', findings)) doubtReference(name, `${path}.name`, findings);
    if (targetRepo && !isTargetPath(targetRepo))
      findings.warning(`${path}.targetRepo`, `invalid targetRepo ${targetRepo} for image ${name ?? ''}`, {
        rule: { id: 'target-repository', targetRepo, image: name },
        remedy: 'Write a path such as base/ubi9; the tag goes into targetTag.',
      });
  }
  for (const [index, { name }] of (content.blockedImages ?? []).entries())
    if (!name)
      findings.warning(
        `${section}.blockedImages[${index}]`,
        'an empty blockedImages name blocks every image',
        { rule: { id: 'blocked-image-empty' } },
      );
  if (content.samples?.length)
    findings.warning(`${section}.samples`, 'samples are ignored', {
      rule: { id: 'field-ignored', field: 'samples' },
      remedy: 'List them as additionalImages.',
    });
}

function doubtPlatform({ platform }: ContentFields, section: string, findings: Findings): void {
  if (!platform) return;
  for (const [index, architecture] of (platform.architectures ?? []).entries())
    if (!ARCHITECTURES.includes(architecture))
      findings.warning(
        `${section}.platform.architectures[${index}]`,
        `unknown architecture "${architecture}" (known: ${ARCHITECTURES.join(', ')})`,
        {
          rule: { id: 'architecture', known: KERNEL_NAMES[architecture] },
          remedy: `Write ${KERNEL_NAMES[architecture] ?? 'one of the known ones'}.`,
        },
      );
  if (platform.release && platform.channels?.length)
    findings.warning(`${section}.platform.channels`, 'channels are ignored: platform.release is given', {
      rule: { id: 'release-channels-ignored' },
      remedy: 'Take one of the two out.',
    });
  if (platform.release) doubtReference(platform.release, `${section}.platform.release`, findings);
  for (const [index, channel] of (platform.channels ?? []).entries()) {
    const path = `${section}.platform.channels[${index}]`;
    const { name, type, minVersion, maxVersion } = channel;
    requireName(name, path, 'name', findings);
    if (type && type !== 'ocp' && type !== 'okd')
      findings.warning(`${path}.type`, `unknown channel type "${type}" means ocp (known: ocp, okd)`, {
        rule: { id: 'release-channel-type' },
        remedy: 'Write ocp or okd, or take the line out.',
      });
    if (name && type !== 'okd' && !/^[a-z]+-\d+\.\d+$/.test(name))
      findings.warning(`${path}.name`, `channel "${name}" does not look like stable-4.18`, {
        rule: { id: 'release-channel-name', channel: name },
        remedy: 'Write PREFIX-MAJOR.MINOR, e.g. stable-4.18.',
      });
    for (const field of ['minVersion', 'maxVersion'] as const) {
      const version = channel[field];
      if (version && !isStrictVersion(version))
        findings.warning(`${path}.${field}`, `${field} "${version}" is not a version such as 4.18.1`, {
          rule: { id: 'version-invalid', field, version },
          remedy: 'Write all three numbers.',
        });
    }
    if (minVersion && maxVersion && isStrictVersion(minVersion) && isStrictVersion(maxVersion))
      if (compare(minVersion, maxVersion) > 0)
        findings.warning(`${path}.minVersion`, `minVersion ${minVersion} is above maxVersion ${maxVersion}`, {
          rule: { id: 'versions-reversed', min: minVersion, max: maxVersion },
        });
  }
}

function doubtOperators({ operators }: ContentFields, section: string, findings: Findings): void {
  for (const [index, operator] of (operators ?? []).entries()) {
    const path = `${section}.operators[${index}]`;
    if (operator.catalog?.includes('/')) doubtReference(operator.catalog, `${path}.catalog`, findings);
    if (operator.skipDependencies)
      findings.warning(
        `${path}.skipDependencies`,
        'skipDependencies has no effect: v2 never adds dependencies',
        { rule: { id: 'field-ignored', field: 'skipDependencies' } },
      );
    for (const [p, entry] of (operator.packages ?? []).entries()) {
      const at = `${path}.packages[${p}]`;
      const name = requireName(entry.name, at, 'name', findings) ? entry.name : '';
      const meant = name.replace(/\.v\d+\.\d+.*$/s, '');
      if (meant !== name)
        findings.warning(`${at}.name`, `"${name}" looks like a bundle, not a package`, {
          rule: { id: 'bundle-as-package', package: meant },
          remedy: `Use the package name ${meant}, and set minVersion and maxVersion to the version.`,
        });
      const ranges = [entry, ...(entry.channels ?? [])];
      if (operator.full && ranges.some((range) => range.minVersion || range.maxVersion))
        findings.warning(at, 'Full: true cannot be mixed with versionRange', {
          rule: { id: 'full-with-versions' },
          remedy: 'Take full out, or the versions.',
        });
      for (const [c, channel] of (entry.channels ?? []).entries())
        requireName(channel.name, `${at}.channels[${c}]`, 'name', findings);
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
    findings.warning(path, `${path} has no ${field}`, {
      rule: { id: 'name-missing', path },
      remedy: `Give it a ${field}.`,
    });
  return Boolean(value);
}

/** A reference that will fail when it is asked for; the ones the loader itself refuses are not repeated. */
function doubtReference(reference: string, path: string, findings: Findings): void {
  if (findings.problems.some((problem) => problem.path === path)) return;
  try {
    parseReference(reference);
  } catch (error) {
    if (!(error instanceof AirlockError)) throw error;
    findings.warning(path, error.message, { rule: error[RULE], remedy: error.remedy });
  }
}
