import { compare, valid } from 'semver';
import { renameKey } from '../../../base/document/edit/edit.ts';
import { type Path, readYaml, type YamlText } from '../../../base/document/yaml-text.ts';
import type { Problem } from '../../../base/errors/airlock-error.ts';
import { convertToV2 } from '../../../image-set/config/convert-v1alpha2.ts';
import { CONVERSION_HINT } from '../../../image-set/config/former-fields.ts';
import type { LoadedImageSet } from '../../../image-set/config/load-image-set.ts';
import { addPackage } from '../../../image-set/form/operators.ts';
import { putField, takeOut } from '../../../image-set/form/place-field.ts';
import { fieldAt, positionsAt, spelled, textAt } from '../../../image-set/form/spelling.ts';
import { type CatalogView, imageSetView } from '../../../image-set/form/view.ts';
import { pathOf, pathText } from '../parts/field-path.ts';
import type { Mend, MendableProblem } from './mend.ts';

/** One kind of problem of the loader, by its words, with what mends it. */
interface Rule {
  says: RegExp;
  mend(found: RegExpExecArray, path: Path, doc: YamlText): Mend | undefined;
}

const write = (path: Path, value: string, label = `Write ${value}`): Mend => ({
  label,
  apply: (doc) => putField(doc, path, value),
});
const drop = (label: string, path: Path): Mend => ({ label, apply: (doc) => takeOut(doc, path) });

const RULES: Rule[] = [
  {
    says: /^apiVersion (?:"|is missing)/,
    mend: () => write(['apiVersion'], 'mirror.openshift.io/v2alpha1', 'Write the apiVersion'),
  },
  {
    says: /^cannot parse ".*" as "ImageSetConfiguration"|^configuration missing `kind`/,
    mend: () => write(['kind'], 'ImageSetConfiguration', 'Write the kind'),
  },
  { says: /^"(.+?)\.v\d+\.\d+.*" looks like a bundle/, mend: ([, name], path) => write(path, name!) },
  { says: /duplicate package entry/, mend: (_, path) => joinedPackages(path) },
  { says: /^catalog ".*": duplicate found/, mend: (_, path) => joinedCatalogs(path) },
  { says: /^release channel ".*": duplicate found/, mend: (_, path) => joinedChannels(path) },
  { says: /duplicate channel entry/, mend: (_, path) => drop('Take the second one out', path.slice(0, -1)) },
  {
    says: /minVersion (\S+) is above maxVersion (\S+)/,
    mend: ([, min, max], place) => ({
      label: 'Swap the two versions',
      apply(doc) {
        const entry = entryOf(place);
        return putField(putField(doc, [...entry, 'minVersion'], max), [...entry, 'maxVersion'], min);
      },
    }),
  },
  { says: /: tag and digest are empty/, mend: (_, path, doc) => tagged(path, doc) },
  {
    says: /(minVersion|maxVersion) "v?(\d+\.\d+)(\.\d+)?" (?:is not a version|must respect)/,
    mend: ([, field, minor, patch = '.0'], path) => write([...entryOf(path), field!], `${minor}${patch}`),
  },
  { says: /^unknown architecture "x86_64"/, mend: (_, path) => write(path, 'amd64') },
  { says: /^unknown architecture "aarch64"/, mend: (_, path) => write(path, 'arm64') },
  {
    says: /^channel "([a-z]+)[-_ ]?v?(\d+\.\d+).*" does not look like/,
    mend: ([, prefix, minor], path) => write(path, `${prefix}-${minor}`),
  },
  { says: /^unknown channel type/, mend: (_, path) => drop('Take the type out', path) },
  { says: /^channels are ignored/, mend: (_, path) => drop('Take the channels out', path) },
  {
    says: /^(skipDependencies|samples) (?:has no effect|are ignored)/,
    mend: ([, name], path) => drop(`Take ${name} out`, path),
  },
  { says: /^an empty blockedImages name/, mend: (_, path) => drop('Take the empty name out', path) },
  { says: /^mirror\S* has no (?:name|path|url)/, mend: (_, path) => drop('Take the entry out', path) },
  {
    says: /Full: true cannot be mixed/,
    mend: (_, path) => drop('Take full out', [...path.slice(0, path.lastIndexOf('packages')), 'full']),
  },
  {
    says: /^unknown field ".+" .*\(did you mean (\w+)\?\)/,
    mend: ([, meant], path) => renamed(path, meant!),
  },
  { says: /^".+" is read as (\w+)$/, mend: ([, meant], path) => renamed(path, meant!) },
  {
    says: /architectures.*platforms.*cannot be used together|platforms.*architectures.*cannot be used together/,
    mend: (_, path) => drop('Take architectures out', [...path.slice(0, -1), 'architectures']),
  },
  {
    says: /mixing both filtering by minVersion\/maxVersion/,
    mend: (_, path) => ({
      label: "Keep the channel's versions",
      apply: (doc) => {
        const of = path.slice(0, path.lastIndexOf('channels'));
        return takeOut(takeOut(doc, [...of, 'minVersion']), [...of, 'maxVersion']);
      },
    }),
  },
];

/** The entry of a version field, or the entry itself. */
function entryOf(path: Path): Path {
  return path.at(-1) === 'minVersion' || path.at(-1) === 'maxVersion' ? path.slice(0, -1) : path;
}

/** Characters. Messages that quote more than names have no rule. */
const LONGEST_MESSAGE = 1_000;

/** What mends a problem by its words and its field, whoever found it. */
export function mendByWords(problem: Problem, doc: YamlText): Mend | undefined {
  if (problem.message.length > LONGEST_MESSAGE) return undefined;
  const path = pathOf(problem.path ?? '');
  for (const { says, mend } of RULES) {
    const found = says.exec(problem.message);
    const how = found && mend(found, path, doc);
    if (how) return how;
  }
  return undefined;
}

/** The loader's problems, each with what mends it where that is clear. */
export function loaderProblems({ problems, text, file }: LoadedImageSet, doc: YamlText): MendableProblem[] {
  let conversion: Mend | undefined | null;
  const convert = (): Mend | undefined => {
    if (conversion === undefined) {
      const converted = convertToV2(text, file).text;
      conversion =
        converted === undefined || converted === text
          ? null
          : { label: 'Convert to the current format', apply: () => readYaml(converted) };
    }
    return conversion ?? undefined;
  };
  return problems.map((problem) => {
    if (problem.remedy.includes(CONVERSION_HINT)) {
      const mend = convert();
      return { ...problem, ...(mend && { mend }) };
    }
    const mend = mendByWords(problem, doc);
    return mend ? { ...problem, mend } : problem;
  });
}

function renamed(path: Path, name: string): Mend {
  return { label: `Write ${name}`, apply: (doc) => renameKey(doc, spelled(doc, path), name) };
}

function tagged(at: Path, doc: YamlText): Mend | undefined {
  const path = textAt(doc, at) === undefined ? [...at, 'name'] : at;
  const name = textAt(doc, path);
  if (name === undefined || /[<>\s]/.test(name)) return undefined;
  if (path.at(-1) !== 'catalog') return write(path, `${name}:latest`, 'Add :latest');
  const minor = imageSetView(doc)
    .releases.flatMap((each) => /(?<!\d)\d+\.\d+$/.exec(each.name) ?? [])
    .at(-1);
  return minor === undefined ? undefined : write(path, `${name}:v${minor}`, `Add :v${minor}`);
}

/** The second of two entries of one package, at `…packages[i].name`, goes into the first. */
function joinedPackages(path: Path): Mend | undefined {
  const position = path.at(-2);
  if (typeof position !== 'number') return undefined;
  const list = path.slice(0, -2);
  return {
    label: 'Join both entries',
    apply(doc) {
      const catalog = catalogAt(doc, path);
      const second = catalog?.packages[position];
      if (!catalog || !second) return doc;
      const first = catalog.packages.findIndex(({ name }) => name === second.name);
      let after = takeOut(doc, [...list, position]);
      for (const [lowest, field] of [
        [true, 'minVersion'],
        [false, 'maxVersion'],
      ] as const)
        after = putField(
          after,
          [...list, first, field],
          wider(catalog.packages[first]?.[field], second[field], lowest),
        );
      return withChannels(after, doc, catalog, second);
    },
  };
}

function withChannels(
  after: YamlText,
  before: YamlText,
  catalog: CatalogView,
  second: CatalogView['packages'][number],
): YamlText {
  const place = imageSetView(before).catalogs.findIndex(
    ({ path }) => pathText(path) === pathText(catalog.path),
  );
  const first = catalog.packages.find(({ name }) => name === second.name);
  // Without channels all of them are meant.
  if (first?.channels.length === 0) return after;
  if (first && second.channels.length === 0) return takeOut(after, [...first.path, 'channels']);
  const channels = second.channels.map(({ name, minVersion, maxVersion }) => ({
    name,
    ...(minVersion !== undefined && { minVersion }),
    ...(maxVersion !== undefined && { maxVersion }),
  }));
  return addPackage(after, place < 0 ? catalog.catalog : place, second.name, channels);
}

/** The wider of two bounds; without one there is none. */
function wider(a: string | undefined, b: string | undefined, lowest: boolean): string | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (!valid(a) || !valid(b)) return valid(a) ? a : b;
  return compare(a, b) < 0 === lowest ? a : b;
}

/** The second entry of a catalog, at `…operators[i].catalog`, goes into the first. */
function joinedCatalogs(path: Path): Mend | undefined {
  const position = path.at(-2);
  if (typeof position !== 'number') return undefined;
  return {
    label: 'Join both entries',
    apply(doc) {
      const { catalogs } = imageSetView(doc);
      const second = catalogs[position];
      const first = catalogs.findIndex(({ catalog }) => catalog === second?.catalog);
      if (!second || first < 0) return doc;
      let after = takeOut(doc, path.slice(0, -1));
      for (const each of second.packages) {
        const value = fieldAt(doc, each.path);
        const there = catalogs[first]!.packages.some(({ name }) => name === each.name);
        if (there) after = addPackage(after, first, each.name, each.channels);
        else {
          const list = ['mirror', 'operators', first, 'packages'];
          after = putField(after, [...list, positionsAt(after, list).length], value);
        }
      }
      return after;
    },
  };
}

/** The second entry of a release channel, at `…channels[i].name`, goes into the first. */
function joinedChannels(path: Path): Mend | undefined {
  const position = path.at(-2);
  if (typeof position !== 'number') return undefined;
  const list = path.slice(0, -2);
  return {
    label: 'Join both entries',
    apply(doc) {
      const { releases } = imageSetView(doc);
      const second = releases[position];
      const first = releases.findIndex(({ name }) => name === second?.name);
      const kept = releases[first];
      if (!second || !kept) return doc;
      let after = takeOut(doc, path.slice(0, -1));
      after = putField(
        after,
        [...list, first, 'minVersion'],
        wider(kept.minVersion, second.minVersion, true),
      );
      return putField(
        after,
        [...list, first, 'maxVersion'],
        wider(kept.maxVersion, second.maxVersion, false),
      );
    },
  };
}

function catalogAt(doc: YamlText, path: Path): CatalogView | undefined {
  const position = path[path.indexOf('operators') + 1];
  return typeof position === 'number' ? imageSetView(doc).catalogs[position] : undefined;
}
