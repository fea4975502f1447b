import { stat } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import type { Problem } from '../../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../../base/errors/codes.ts';
import { RULE } from '../../../base/errors/rules.ts';
import type { DestinationLayout } from '../../../base/image/destination.ts';
import { parseImageSet } from '../../../image-set/config/load-image-set.ts';
import { listRuns, type ReadRun, readListedRun } from '../../../runs/audit/read-runs.ts';
import { readConfiguration } from '../../approval/configuration.ts';
import { recordedRequest } from '../../run/recorded-request.ts';
import type { Destination } from '../../run/workflow.ts';
import { contentParts, namedAt, type PartsContext } from './content-parts.ts';
import { t } from './messages.ts';
import type { AskingConfiguration, NeededImage } from './plan.ts';
import type { Era, WorkspaceView } from './workspace-view.ts';

/** A version of a configuration, and how it was used. */
interface KnownText {
  /** Its file, or the text itself. Versions of one file are one configuration. */
  identity: string;
  name: string;
  text: string;
  directory?: string;
  layouts: DestinationLayout[];
  addDependencies: boolean;
  /** Recorded images of its runs, used for parts that the workspace can no longer determine. */
  recorded: { deliverable: string; repository: string; tag: string; origin: string; kind: string }[];
}

export interface KnownConfigurations {
  configurations: AskingConfiguration[];
  problems: Problem[];
}

/**
 * Returns every configuration in the workspace, from its audit records and its archive sets, each resolved with the
 * content of its set.
 * @param options.runs folders of audit records
 * @param options.layout layout of names, unless a record contains another
 */
export async function knownConfigurations(
  view: WorkspaceView,
  context: PartsContext,
  options: { runs: readonly string[]; destination: Destination; layout: DestinationLayout },
): Promise<KnownConfigurations> {
  const texts = await knownTexts(view, options);
  const problems: Problem[] = [];
  const configurations: AskingConfiguration[] = [];
  for (const known of texts) {
    const matching = view.eras.filter((era) => era.configurations.some(({ text }) => text === known.text));
    const others = view.eras.filter((era) => !matching.includes(era));
    configurations.push(await expanded(known, { matching, others }, context, problems));
  }
  return { configurations, problems };
}

/** Returns the given configurations, whose images alone are retained. @throws AirlockError `config-invalid` */
export async function namedConfigurations(
  files: readonly string[],
  view: WorkspaceView,
  context: PartsContext,
  layout: DestinationLayout,
): Promise<KnownConfigurations> {
  const problems: Problem[] = [];
  const configurations: AskingConfiguration[] = [];
  for (const file of files) {
    const { text } = await readConfiguration(file);
    const known = {
      identity: file,
      name: file.slice(file.lastIndexOf('/') + 1),
      text,
      directory: dirname(file),
      layouts: [layout],
      addDependencies: false,
      recorded: [],
    };
    configurations.push(await expanded(known, { matching: [], others: view.eras }, context, problems));
  }
  return { configurations, problems };
}

async function knownTexts(
  view: WorkspaceView,
  { runs, destination, layout }: Parameters<typeof knownConfigurations>[2],
): Promise<KnownText[]> {
  const texts = new Map<string, KnownText[]>();
  const renamed = new Map<string, string>();
  const files = new Map<string, boolean>();
  const exists = async (identity: string): Promise<boolean> => {
    const known = files.get(identity) ?? (await isFile(identity));
    files.set(identity, known);
    return known;
  };
  // The same text in two files is two configurations. With the same name, it is a copy of the file, and if one of the files no
  // longer exists, it was renamed.
  const isSame = async (known: KnownText, found: Omit<KnownText, 'text'>) =>
    known.identity === known.text ||
    found.identity === known.text ||
    known.name === found.name ||
    !((await exists(known.identity)) && (await exists(found.identity)));
  const add = async (text: string, found: Omit<KnownText, 'text'>) => {
    const alike = texts.get(text) ?? [];
    let known: KnownText | undefined;
    for (const each of alike) if (!known && (await isSame(each, found))) known = each;
    if (!known) {
      texts.set(text, [...alike, { text, ...found }]);
      return;
    }
    // The name of a file is more useful than the name that a set gave the text, or one that no longer exists.
    const isBetter = known.identity === text || (found.identity !== text && (await exists(found.identity)));
    if (isBetter && known.identity !== found.identity) {
      if (known.identity !== text) renamed.set(known.identity, found.identity);
      Object.assign(known, { identity: found.identity, name: found.name });
    } else if (found.identity !== text && found.identity !== known.identity)
      renamed.set(found.identity, known.identity);
    if (found.directory !== undefined) known.directory = found.directory;
    known.layouts.push(...found.layouts);
    known.addDependencies ||= found.addDependencies;
    known.recorded.push(...found.recorded);
  };
  for (const folder of runs)
    for (const listed of await listRuns(folder)) {
      const { status, run } = listed;
      if (status === 'damaged' || !run || ['delete', 'rollback'].includes(run.workflow)) continue;
      const record = await readListedRun(listed);
      const request = recordedRequest(run);
      const mirror = request?.kind === 'mirror' ? request.request : undefined;
      const pushed = mirror?.workflow.kind === 'mirrorToDisk' ? undefined : mirror?.workflow.destination;
      if (pushed && pushed.host !== destination.host) continue;
      const used = {
        ...layout,
        namespace: pushed ? pushed.namespace : layout.namespace,
        maxNestedPaths: pushed ? mirror!.maxNestedPaths : layout.maxNestedPaths,
      };
      for (const { name, text } of record.configurations)
        await add(text, {
          identity: mirror?.configFile ?? text,
          name,
          layouts: [used],
          addDependencies: mirror?.addDependencies ?? false,
          recorded: recordedImages(record, used),
          directory: mirror?.configFile === undefined ? undefined : dirname(mirror.configFile),
        });
    }
  for (const era of view.eras)
    for (const { name, text } of era.configurations)
      await add(text, { identity: text, name, layouts: [layout], addDependencies: false, recorded: [] });
  return [...texts.values()]
    .flat()
    .map((known) => ({ ...known, identity: latestName(known.identity, renamed) }));
}

/** Returns the current name of a file that was renamed, also several times. */
function latestName(name: string, renamed: ReadonlyMap<string, string>): string {
  const seen = new Set<string>();
  let current = name;
  for (let next = renamed.get(current); next !== undefined && !seen.has(next); next = renamed.get(current)) {
    seen.add(current);
    current = next;
  }
  return current;
}

async function isFile(path: string): Promise<boolean> {
  return isAbsolute(path) && ((await stat(path).catch(() => undefined))?.isFile() ?? false);
}

/** Returns the names of a record's images: with the registry for a push, without it for a transfer. */
function recordedImages({ images, run }: ReadRun, layout: DestinationLayout): KnownText['recorded'] {
  const pushed = run?.workflow !== 'mirrorToDisk';
  return images.flatMap(({ destination, deliverable, origin, kind, result }) => {
    const at = pushed ? destination.slice(destination.indexOf('/') + 1) : destination;
    const colon = at.lastIndexOf(':');
    if (result === 'failed' || colon < 0) return [];
    const repository = at.slice(0, colon);
    const placed = pushed || !layout.namespace ? repository : `${layout.namespace}/${repository}`;
    return [{ deliverable, origin, kind, repository: placed, tag: at.slice(colon + 1) }];
  });
}

async function expanded(
  known: KnownText,
  { matching, others }: { matching: readonly Era[]; others: readonly Era[] },
  context: PartsContext,
  problems: Problem[],
): Promise<AskingConfiguration> {
  const { identity, name, text } = known;
  const { configuration } = parseImageSet(text, name);
  const images: NeededImage[] = [];
  if (!configuration) return { identity, name, images };
  const reported = new Set<string>();
  const unknown = new Set<string>();
  const layouts = [...new Map(known.layouts.map((layout) => [JSON.stringify(layout), layout])).values()];
  const isLost = () => [...unknown].some((deliverable) => !reported.has(deliverable));
  const expandIn = async (era: Era): Promise<void> => {
    const { directory } = known;
    const parts = await contentParts(configuration, era, {
      ...context,
      unknownNames: 'warning',
      anyChannel: false,
      addDependencies: known.addDependencies,
      directory: directory ?? context.directory,
    });
    for (const layout of layouts) images.push(...namedAt(parts.images, era, layout));
    for (const { image } of parts.images) reported.add(image.deliverable);
    for (const { deliverable } of parts.unknown) unknown.add(deliverable);
    // Images name a catalog by its title, and failures by its reference.
    for (const deliverable of parts.determined) reported.add(deliverable);
  };
  for (const era of matching) await expandIn(era);
  // A set with only requested or new content doesn't show everything that its configuration selects.
  if (matching.length === 0 || isLost()) for (const era of others) await expandIn(era);
  // Images that the workspace can no longer determine may still be at the registry. Records contain their names.
  const lost = [...unknown].filter((deliverable) => !reported.has(deliverable));
  for (const deliverable of lost) {
    const current = known.recorded.filter((image) => belongsTo(image.deliverable, deliverable));
    const part = { id: deliverable, words: deliverable };
    for (const { repository, tag, origin } of current)
      images.push({
        repository,
        tag,
        digests: [],
        kind: 'generic',
        origin,
        deliverable,
        parts: [part],
      });
    if (current.length > 0)
      problems.push({
        code: 'still-needed',
        level: 'warning',
        message: t('imagesUnknown', { deliverable, configuration: name, count: current.length }),
        remedy: ERROR_CODES['still-needed'][1],
        [RULE]: { id: 'content-unknown', deliverable },
      });
  }
  return { identity, name, images };
}

/** Returns whether a deliverable is part of another, as `operator x of index:v4.18` is of `catalog h/p/index:v4.18`. */
function belongsTo(recorded: string, lost: string): boolean {
  if (recorded === lost) return true;
  if (lost === 'releases') return recorded.startsWith('release ');
  if (lost === 'helm charts') return recorded.startsWith('helm chart ');
  const catalog = /^catalog (.+)$/.exec(lost)?.[1];
  const title = catalog?.slice(catalog.lastIndexOf('/') + 1);
  return title !== undefined && (recorded.endsWith(` of ${title}`) || recorded === `catalog ${title}`);
}
