import type { YamlText } from '../../../base/document/yaml-text.ts';
import { compareMinors, minorOf, minorText } from '../../../content/operator/openshift-limit.ts';
import type { ImageSetConfiguration } from '../../../image-set/config/image-set.ts';
import { setCatalog, setPackage, setPackageChannels } from '../../../image-set/form/operators.ts';
import { removeField } from '../../../image-set/form/place-field.ts';
import { fieldAt } from '../../../image-set/form/spelling.ts';
import { openShiftOf } from '../../../upgrade/answers/operator-catalogs.ts';
import { t } from '../messages.ts';
import type { PlannedReleases } from '../parts/releases.ts';
import type { FixableProblem } from './fixable-problem.ts';

const suspicious = { code: 'config-suspicious' };

/**
 * Returns warnings of content that is valid but probably unintended: a catalog of another minor version than the
 * releases, versions on a package next to its channels, two repositories with one name, placeholders, empty sections.
 */
export function draftHints(
  configuration: ImageSetConfiguration,
  releases: PlannedReleases,
  doc: YamlText,
): FixableProblem[] {
  return [
    ...otherMinors(configuration, releases),
    ...packageVersions(configuration),
    ...sameNames(configuration),
    ...placeholders(configuration),
    ...emptySections(doc),
  ];
}

function otherMinors(
  { operators, platform }: ImageSetConfiguration,
  { releases }: PlannedReleases,
): FixableProblem[] {
  const minors = [
    ...releases.flatMap(({ version }) => minorOf(version) ?? []),
    ...(platform?.channels ?? []).flatMap(
      ({ name }) => minorOf(/(?<!\d)\d+\.\d+$/.exec(name)?.[0] ?? '') ?? [],
    ),
  ]
    // 0.0 is a placeholder for a version.
    .filter(({ major }) => major > 0)
    .sort(compareMinors);
  const [first, last] = [minors[0], minors.at(-1)];
  if (!first || !last) return [];
  const range =
    compareMinors(first, last) === 0
      ? minorText(last)
      : t('versionRange', { first: minorText(first), last: minorText(last) });
  return operators.flatMap(({ catalog, at }, position): FixableProblem[] => {
    const minor = minorOf(openShiftOf(catalog) ?? '');
    if (!minor || minors.some((each) => compareMinors(each, minor) === 0)) return [];
    const instead = catalog.replace(/:v[^:/]*$/, `:v${minorText(last)}`);
    return [
      {
        ...suspicious,
        level: 'warning',
        message: t('catalogOtherVersion', { catalog, version: minorText(minor), releases: range }),
        remedy: t('catalogOtherVersionRemedy'),
        ...at,
        fix: {
          label: t('useFix', { name: `v${minorText(last)}` }),
          change: (doc) => setCatalog(doc, position, { catalog: instead }),
        },
      },
    ];
  });
}

function packageVersions({ operators }: ImageSetConfiguration): FixableProblem[] {
  return operators.flatMap(({ packages = [] }, position) =>
    packages.flatMap(({ name, minVersion, maxVersion, channels = [], at }): FixableProblem[] => {
      const bare = channels.every((channel) => !channel.minVersion && !channel.maxVersion);
      if ((!minVersion && !maxVersion) || channels.length === 0 || !bare) return [];
      const range = { minVersion: minVersion || undefined, maxVersion: maxVersion || undefined };
      return [
        {
          ...suspicious,
          level: 'info',
          message: t('packageVersions', { package: name }),
          remedy: t('packageVersionsRemedy'),
          ...at,
          fix:
            channels.length === 1
              ? {
                  label: t('moveVersionsFix'),
                  change: (doc) =>
                    setPackageChannels(
                      setPackage(doc, position, name, { minVersion: undefined, maxVersion: undefined }),
                      position,
                      name,
                      channels.map((channel) => ({ name: channel.name, ...range })),
                    ),
                }
              : undefined,
        },
      ];
    }),
  );
}

function sameNames({ helm }: ImageSetConfiguration): FixableProblem[] {
  const seen = new Set<string>();
  return (helm?.repositories ?? []).flatMap(({ name, at }): FixableProblem[] => {
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [
      {
        ...suspicious,
        level: 'warning',
        message: t('repositoryTwice', { name }),
        remedy: t('repositoryTwiceRemedy'),
        ...at,
      },
    ];
  });
}

function placeholders({
  operators,
  additionalImages,
  helm,
  platform,
}: ImageSetConfiguration): FixableProblem[] {
  const texts = [
    ...operators.map(({ catalog, at }) => ({ text: catalog, at })),
    ...additionalImages.map(({ name, at }) => ({ text: name, at })),
    ...(helm?.repositories ?? []).map(({ url, at }) => ({ text: url, at })),
    ...(platform?.release ? [{ text: platform.release, at: platform.at }] : []),
  ];
  return texts.flatMap(({ text, at }): FixableProblem[] => {
    const found = /<[^<>]+>/.exec(text)?.[0];
    if (found === undefined) return [];
    return [
      {
        ...suspicious,
        level: 'error',
        message: t('placeholder', { text: found }),
        remedy: t('placeholderRemedy'),
        ...at,
      },
    ];
  });
}

function emptySections(doc: YamlText): FixableProblem[] {
  return ['helm', 'platform'].flatMap((name): FixableProblem[] => {
    const path = ['mirror', name];
    const value = fieldAt(doc, path);
    if (typeof value !== 'object' || value === null || Object.keys(value).length > 0) return [];
    return [
      {
        ...suspicious,
        level: 'info',
        message: t('sectionEmpty', { section: name }),
        remedy: t('sectionEmptyRemedy'),
        path: `mirror.${name}`,
        fix: { label: t('removeFix', { name }), change: (text) => removeField(text, path) },
      },
    ];
  });
}
