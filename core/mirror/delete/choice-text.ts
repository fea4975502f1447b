import { GRAPH_DATA } from '../../base/collected/deliverables.ts';
import { yamlOf } from '../../base/document/yaml-of.ts';
import { goArchitecture } from '../../base/image/architecture.ts';
import { bundlePart, catalogTitles } from './plan/choices.ts';
import type { KnownChannel } from './plan/known-channels.ts';
import type { AskingConfiguration, NeededImage } from './plan/plan.ts';

/**
 * Returns the chosen content as a DeleteImageSetConfiguration, for people and for oc-mirror. A range covers the chosen
 * bundles of a channel. The exact images are in the list next to it.
 */
export function choiceText(
  selected: readonly NeededImage[],
  configurations: readonly AskingConfiguration[],
  channels: readonly KnownChannel[],
): string {
  const parts = new Map(selected.flatMap((image) => image.parts.map(({ id }) => [id, image] as const)));
  const releases = [...parts.keys()].flatMap((id) => id.match(/^release (.+)-([^-]+)$/)?.slice(1, 3) ?? []);
  const pairs = Array.from({ length: releases.length / 2 }, (_, i) => ({
    version: releases[2 * i]!,
    architecture: goArchitecture(releases[2 * i + 1]!),
  }));
  const platform = pairs.length > 0 || parts.has(GRAPH_DATA);
  const operators = operatorsOf([...parts.keys()], catalogTitles(configurations));
  const additionalImages = [...parts]
    .filter(([id]) => id.startsWith('image '))
    .map(([, { origin }]) => ({ name: origin }));
  const charts = [...parts.keys()].flatMap((id) => {
    const [, name, version] = /^helm chart (\S+) (\S+)$/.exec(id) ?? [];
    return name === undefined ? [] : [{ name, version }];
  });
  return yamlOf(
    {
      apiVersion: 'mirror.openshift.io/v2alpha1',
      delete: {
        additionalImages: additionalImages.length > 0 ? additionalImages : undefined,
        helm: charts.length > 0 ? { repositories: [{ name: 'chosen', charts }] } : undefined,
        operators: operators.length > 0 ? operators : undefined,
        platform: platform
          ? {
              architectures:
                pairs.length > 0
                  ? [...new Set(pairs.map(({ architecture }) => architecture))].sort()
                  : undefined,
              channels: pairs.length > 0 ? channelsOf(pairs, channels) : undefined,
              graph: parts.has(GRAPH_DATA) || undefined,
            }
          : undefined,
      },
      kind: 'DeleteImageSetConfiguration',
    },
    { lineWidth: 0, indentSeq: false },
  );
}

function channelsOf(
  releases: readonly { version: string; architecture: string }[],
  channels: readonly KnownChannel[],
): { name: string; minVersion: string; maxVersion: string }[] {
  return releases.map(({ version, architecture }) => {
    const minor = version.split('.', 2).join('.');
    const containing = channels.filter(
      (each) => each.architecture === architecture && each.versions.has(version),
    );
    const own = containing.find(({ name }) => name.endsWith(minor)) ?? containing[0];
    return { name: own?.name ?? `stable-${minor}`, minVersion: version, maxVersion: version };
  });
}

function operatorsOf(ids: readonly string[], titles: ReadonlyMap<string, string>) {
  const catalogs = new Map<string, Map<string, Map<string, string[]>>>();
  for (const id of ids) {
    const bundle = bundlePart(id);
    if (!bundle) continue;
    const catalog = titles.get(bundle.catalog) ?? bundle.catalog;
    const packages = catalogs.get(catalog) ?? new Map<string, Map<string, string[]>>();
    const channels = packages.get(bundle.package) ?? new Map<string, string[]>();
    const version = /^[^.]+\.v?(\d.*)$/.exec(bundle.bundle)?.[1];
    channels.set(bundle.channel, [...(channels.get(bundle.channel) ?? []), ...(version ? [version] : [])]);
    catalogs.set(catalog, packages.set(bundle.package, channels));
  }
  return [...catalogs].map(([catalog, packages]) => ({
    catalog,
    packages: [...packages].map(([name, channels]) => ({
      name,
      channels: [...channels].map(([channel, versions]) => ({ name: channel, ...rangeOf(versions) })),
    })),
  }));
}

function rangeOf(versions: readonly string[]) {
  const rising = versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return rising.length > 0 ? { minVersion: rising[0], maxVersion: rising.at(-1) } : {};
}
