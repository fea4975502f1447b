import { isTargetPath, uniqueCatalogName } from './catalog-name.ts';
import type { ConfigurationSection, ContentFields } from './fields.ts';
import type { Findings } from './findings.ts';
import { t } from './messages.ts';
import { compileRe2 } from './re2.ts';
import { isLooseVersion } from './versions.ts';

type Operator = NonNullable<ContentFields['operators']>[number];
type Package = NonNullable<Operator['packages']>[number];
type Platforms = NonNullable<Operator['platforms']>;
type Report = Findings['error'];

const EXCLUSIVE =
  'platform.platforms and platform.architectures cannot be used together; use platform.platforms for sparse manifest ' +
  'filtering (requires disabling manifest list blob checks on container registry side), or platform.architectures ' +
  '(deprecated) for OCP multi payload or single arch payloads';

/**
 * Runs the checks of oc-mirror v2 when a configuration is loaded (internal/pkg/config/validate.go), with oc-mirror's
 * messages.
 * @param section `mirror`, or `delete` and `prune`, where only duplicate catalogs and channels are errors and the rest are warnings
 */
export function validate(content: ContentFields, section: ConfigurationSection, findings: Findings): void {
  const rejectRequest = section === 'mirror' ? findings.error : findings.warning;
  validateChannels(content, section, findings.error);
  validatePlatforms(content, section, rejectRequest);
  validateOperators(content, section, findings.error, rejectRequest);
  for (const [index, { name = '' }] of (content.blockedImages ?? []).entries()) {
    const compiled = compileRe2(name);
    if ('reason' in compiled)
      findings.error(
        `${section}.blockedImages[${index}].name`,
        `blocked image "${name}": invalid regular expression: ${compiled.reason}`,
        { remedy: t('blockedImagePatternRemedy') },
      );
  }
}

function validateChannels(content: ContentFields, section: string, rejectRequest: Report): void {
  const names = (content.platform?.channels ?? []).map((channel) => channel.name ?? '');
  for (const index of repeats(names))
    rejectRequest(
      `${section}.platform.channels[${index}].name`,
      `release channel "${names[index]}": duplicate found in configuration`,
      {
        rule: { id: 'release-channel-repeated' },
        remedy: t('releaseChannelRepeatedRemedy'),
      },
    );
}

function validatePlatforms(content: ContentFields, section: string, rejectRequest: Report): void {
  const { platform, operators = [], additionalImages = [], helm } = content;
  if (platform?.platforms?.length && platform.architectures?.length)
    rejectRequest(`${section}.platform.platforms`, EXCLUSIVE, {
      rule: { id: 'architectures-with-platforms' },
      remedy: t('removeOneRemedy'),
    });
  checkPlatforms(platform?.platforms, `${section}.platform`, '', rejectRequest);
  for (const [index, { catalog = '', platforms }] of operators.entries())
    checkPlatforms(
      platforms,
      `${section}.operators[${index}]`,
      `invalid platform for operator catalog "${catalog}": `,
      rejectRequest,
    );
  for (const [index, { name = '', platforms }] of additionalImages.entries())
    checkPlatforms(
      platforms,
      `${section}.additionalImages[${index}]`,
      `invalid platform for image "${name}": `,
      rejectRequest,
    );
  const charts = [
    ...(helm?.local ?? []).map((chart, index) => ({ chart, path: `helm.local[${index}]` })),
    ...(helm?.repositories ?? []).flatMap((repository, r) =>
      (repository.charts ?? []).map((chart, c) => ({ chart, path: `helm.repositories[${r}].charts[${c}]` })),
    ),
  ];
  for (const { chart, path } of charts)
    checkPlatforms(
      chart.platforms,
      `${section}.${path}`,
      `invalid platform for chart "${chart.name ?? ''}": `,
      rejectRequest,
    );
}

function checkPlatforms(
  platforms: Platforms | undefined,
  path: string,
  prefix: string,
  rejectRequest: Report,
): void {
  for (const [index, { os = '', architecture = '' }] of (platforms ?? []).entries()) {
    const at = `${path}.platforms[${index}]`;
    if (!os) rejectRequest(at, `${prefix}platform OS must not be empty (architecture: "${architecture}")`);
    if (!architecture) rejectRequest(at, `${prefix}platform architecture must not be empty (OS: "${os}")`);
  }
}

function validateOperators(
  content: ContentFields,
  section: string,
  error: Report,
  rejectRequest: Report,
): void {
  const seen = new Set<string>();
  for (const [index, operator] of (content.operators ?? []).entries()) {
    const path = `${section}.operators[${index}]`;
    const { catalog = '', targetCatalog = '', targetTag = '' } = operator;
    const unique = uniqueCatalogName(catalog, targetCatalog, targetTag);
    if ('reason' in unique) {
      error(`${path}.catalog`, `${catalog} isn't a valid catalog reference: ${unique.reason}`, {
        rule: { id: 'image-reference', reference: catalog, untagged: unique.untagged },
        remedy: t('catalogReferenceRemedy'),
      });
    } else if (seen.has(unique.name)) {
      error(`${path}.catalog`, `catalog "${unique.name}": duplicate found in configuration`, {
        rule: { id: 'catalog-repeated' },
        remedy: t('catalogRepeatedRemedy'),
      });
    } else {
      seen.add(unique.name);
    }
    if (targetCatalog && !isTargetPath(targetCatalog))
      error(
        `${path}.targetCatalog`,
        `invalid target path component "${targetCatalog}": should not contain a tag or digest. Expected format is 1 or ` +
          'more path components separated by /, where each path component is a set of alpha-numeric and regexp ' +
          '(?:[._]|__|[-]*). For more, see https://github.com/containers/image/blob/main/docker/reference/regexp.go',
        { remedy: t('targetCatalogRemedy') },
      );
    validatePackages(operator, path, rejectRequest);
  }
}

function validatePackages(operator: Operator, path: string, rejectRequest: Report): void {
  const { catalog = '', packages = [] } = operator;
  const names = packages.map((entry) => entry.name ?? '');
  for (const index of repeats(names))
    rejectRequest(
      `${path}.packages[${index}].name`,
      `catalog "${catalog}": duplicate package entry "${names[index]}"`,
      { rule: { id: 'package-repeated' }, remedy: t('packageRepeatedRemedy') },
    );
  for (const [index, entry] of packages.entries())
    validatePackage(
      entry,
      `${path}.packages[${index}]`,
      `catalog "${catalog}": operator "${names[index]}"`,
      rejectRequest,
    );
}

function validatePackage(entry: Package, path: string, subject: string, rejectRequest: Report): void {
  checkVersions(entry, path, subject, rejectRequest);
  const channels = entry.channels ?? [];
  const names = channels.map((channel) => channel.name ?? '');
  for (const index of repeats(names))
    rejectRequest(
      `${path}.channels[${index}].name`,
      `${subject}: duplicate channel entry "${names[index]}"`,
      {
        rule: { id: 'channel-repeated' },
      },
    );
  for (const [index, channel] of channels.entries()) {
    const at = `${path}.channels[${index}]`;
    checkVersions(channel, at, `${subject}: channel "${names[index]}"`, rejectRequest);
    if ((channel.minVersion || channel.maxVersion) && (entry.minVersion || entry.maxVersion))
      rejectRequest(
        at,
        `${subject}: mixing both filtering by minVersion/maxVersion and filtering by channel ` +
          'minVersion/maxVersion is not allowed',
        { rule: { id: 'versions-twice' }, remedy: t('versionsTwiceRemedy') },
      );
  }
}

function checkVersions(
  range: { minVersion?: string; maxVersion?: string },
  path: string,
  subject: string,
  rejectRequest: Report,
): void {
  for (const field of ['maxVersion', 'minVersion'] as const) {
    const version = range[field];
    if (version && !isLooseVersion(version))
      rejectRequest(
        `${path}.${field}`,
        `${subject}: ${field} "${version}" must respect semantic versioning notation`,
        { rule: { id: 'version-invalid', field, version }, remedy: t('versionInvalidRemedy') },
      );
  }
}

/** Returns the indexes of entries whose name occurs earlier. */
function repeats(names: string[]): number[] {
  return [...names.keys()].filter((index) => names.indexOf(names[index]!) < index);
}
