import type { YamlText } from '../../../base/document/yaml-text.ts';
import { compareMinors, minorOf, minorText } from '../../../content/operator/openshift-limit.ts';
import type { ImageSetConfiguration } from '../../../image-set/config/image-set.ts';
import { setCatalog, setPackage, setPackageChannels } from '../../../image-set/form/operators.ts';
import { takeOut } from '../../../image-set/form/place-field.ts';
import { fieldAt } from '../../../image-set/form/spelling.ts';
import { openShiftOf } from '../../../upgrade/answers/operator-catalogs.ts';
import type { PlannedReleases } from '../parts/releases.ts';
import type { FixableProblem } from './fixable-problem.ts';

const suspicious = { code: 'config-suspicious' };

/**
 * What the rules allow and people hardly mean: a catalog of another minor than the releases, versions on a package
 * beside its channels, two repositories of one name, placeholders, sections without content.
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
    // 0.0 stands for a version that is still to be written.
    .filter(({ major }) => major > 0)
    .sort(compareMinors);
  const [first, last] = [minors[0], minors.at(-1)];
  if (!first || !last) return [];
  const range =
    compareMinors(first, last) === 0 ? minorText(last) : `${minorText(first)} to ${minorText(last)}`;
  return operators.flatMap(({ catalog, at }, position): FixableProblem[] => {
    const minor = minorOf(openShiftOf(catalog) ?? '');
    if (!minor || minors.some((each) => compareMinors(each, minor) === 0)) return [];
    const instead = catalog.replace(/:v[^:/]*$/, `:v${minorText(last)}`);
    return [
      {
        ...suspicious,
        level: 'warning',
        message: `${catalog} is for OpenShift ${minorText(minor)}, the releases are ${range}`,
        remedy: `Take the catalog of the version that the cluster runs.`,
        ...at,
        fix: {
          label: `Take v${minorText(last)}`,
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
          message: `the versions of package "${name}" stand beside its channels: they hold for each of them`,
          remedy: 'Write them to the channel that they are meant for, if it is one.',
          ...at,
          fix:
            channels.length === 1
              ? {
                  label: 'Move them to the channel',
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
        message: `two helm repositories have the name "${name}"`,
        remedy:
          'Give each its own name; or list the charts of both below one, where the address is the same.',
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
        message: `${found} stands for something that is still to be written`,
        remedy: 'Put the real name in its place.',
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
        message: `${name} is empty and does nothing`,
        remedy: 'Take it out.',
        path: `mirror.${name}`,
        fix: { label: `Take ${name} out`, change: (text) => takeOut(text, path) },
      },
    ];
  });
}
