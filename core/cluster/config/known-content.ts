import { z } from 'zod';
import type { WorkingFiles, WritableFiles } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { openSealedJson, sealedJson } from '../../base/files/sealed-records.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { PushedCatalog } from '../../content/resources/catalog-resources.ts';
import { CATEGORIES, type CategoryEntries, mirrorEntries } from '../../content/resources/mirror-entries.ts';
import type { PushedImage } from '../../content/resources/pushed-image.ts';
import { mergeMirrors } from './merge-mirrors.ts';
import { t } from './messages.ts';

/** The location of a mirror: a registry and the path prefix of the push. Empty without a prefix. */
export interface MirrorPlace {
  host: string;
  namespace: string;
}

const digest = z.custom<Digest>((value) => typeof value === 'string' && isDigest(value));
const place = z.object({ repository: z.string(), tag: z.string() });
const entries = z.array(z.object({ source: z.string(), mirrors: z.array(z.string()) }));
const template = z.union([
  z.object({ file: z.string(), text: z.string() }),
  z.object({ file: z.string(), error: z.string() }),
]);

const KNOWN = z.object({
  format: z.literal(1),
  enclave: z.string(),
  destination: z.object({ host: z.string(), namespace: z.string() }),
  /** Name and time of the last push. */
  lastRun: z.string(),
  pushedAt: z.string(),
  /** The last push wrote ImageContentSourcePolicy. */
  icsp: z.boolean(),
  mirrors: z.array(z.object({ category: z.enum(CATEGORIES), byDigest: entries, byTag: entries })),
  catalogs: z.array(place.extend({ template: template.optional(), updateOperator: z.string().optional() })),
  releases: z.array(place.extend({ digest })),
  /** Repository of the releases of the last push that had any, for the update service. */
  releasesAt: z.string().optional(),
  graph: place.optional(),
  /** Base64 of the raw messages, by payload. */
  signatures: z.array(z.object({ digest, messages: z.array(z.string()) })),
});

/** The content that all pushes for an enclave added to one mirror. */
export interface KnownContent
  extends Omit<z.infer<typeof KNOWN>, 'mirrors' | 'catalogs' | 'graph' | 'releasesAt'> {
  mirrors: CategoryEntries[];
  catalogs: ({ repository: string; tag: string } & Pick<PushedCatalog, 'template' | 'updateOperator'>)[];
  releasesAt?: string;
  graph?: { repository: string; tag: string };
}

/** The content of one push. */
export interface PushedContent {
  /** In the order of the plan. */
  images: readonly PushedImage[];
  catalogs: readonly PushedCatalog[];
  /** Raw verified messages by payload. */
  signatures: ReadonlyMap<Digest, readonly Uint8Array[]>;
  /** True when `--max-nested-paths` was in force. */
  repositoryScope: boolean;
  icsp: boolean;
  /** Name of its audit record. */
  run: string;
  at: Date;
}

/** Adds the content of a push to the known content. */
export function withPush(
  known: KnownContent | undefined,
  at: { enclave: string; destination: MirrorPlace },
  pushed: PushedContent,
): KnownContent {
  const releases = pushed.images.filter(({ kind }) => kind === 'ocpRelease');
  const graph = pushed.images.find(({ kind }) => kind === 'cincinnatiGraph')?.destination;
  const signatures = new Map(known?.signatures.map((each) => [each.digest, each.messages]));
  for (const [digest, messages] of pushed.signatures)
    signatures.set(digest, [
      ...new Set([
        ...(signatures.get(digest) ?? []),
        ...messages.map((message) => Buffer.from(message).toString('base64')),
      ]),
    ]);
  const releasesAt = releases[0]?.destination.repository ?? known?.releasesAt;
  const lastGraph = graph ? { repository: graph.repository, tag: graph.tag } : known?.graph;
  return {
    format: 1,
    enclave: at.enclave,
    destination: at.destination,
    lastRun: pushed.run,
    pushedAt: pushed.at.toISOString().replace(/\.\d{3}Z$/, 'Z'),
    icsp: pushed.icsp,
    mirrors: mergeMirrors(known?.mirrors ?? [], mirrorEntries([...pushed.images], pushed.repositoryScope)),
    catalogs: byKey(
      [
        ...(known?.catalogs ?? []),
        ...pushed.catalogs.map(({ destination: { repository, tag }, template, updateOperator }) => ({
          ...{ repository, tag },
          template,
          updateOperator,
        })),
      ],
      ({ repository, tag }) => `${repository}:${tag}`,
    ),
    releases: byKey(
      [
        ...(known?.releases ?? []),
        ...releases.map(({ destination: { repository, tag }, digest }) => ({ repository, tag, digest })),
      ],
      ({ repository, digest }) => `${repository}@${digest}`,
    ),
    releasesAt,
    graph: lastGraph,
    signatures: [...signatures]
      .map(([digest, messages]) => ({ digest, messages }))
      .sort((a, b) => (a.digest < b.digest ? -1 : 1)),
  };
}

/** Returns the last value of each key, sorted by key. */
function byKey<T>(values: readonly T[], keyOf: (value: T) => string): T[] {
  return [...new Map(values.map((value) => [keyOf(value), value]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, value]) => value);
}

const FOLDER = 'cluster/';

/** Returns the path below `working-dir/`. The name is readable, and the digest makes it unique. */
export function knownFile(enclave: string, { host, namespace }: MirrorPlace): string {
  const at = `${host}${namespace ? `/${namespace}` : ''}`;
  const readable = `${enclave}-${at}`.toLowerCase().replaceAll(/[^a-z0-9.-]+/g, '-');
  return `${FOLDER}${readable}-${sha256(`${enclave} ${at}`).slice(7, 15)}.json`;
}

/** Returns the known content of a mirror. @throws AirlockError `workspace-invalid` for a damaged file; those of the files */
export async function readKnown(
  files: WorkingFiles,
  enclave: string,
  destination: MirrorPlace,
): Promise<KnownContent | undefined> {
  const name = knownFile(enclave, destination);
  const text = await files.read(name);
  return text ? parseKnown(text.toString('utf8'), name) : undefined;
}

/** Returns the known content of all mirrors and enclaves, the last push first. @throws as {@link readKnown} */
export async function listKnown(files: WorkingFiles): Promise<KnownContent[]> {
  const all: KnownContent[] = [];
  for (const name of await files.list(FOLDER)) {
    const text = await files.read(name);
    if (text) all.push(parseKnown(text.toString('utf8'), name));
  }
  return all.sort((a, b) =>
    a.pushedAt === b.pushedAt ? (a.lastRun < b.lastRun ? 1 : -1) : a.pushedAt < b.pushedAt ? 1 : -1,
  );
}

/** Writes the known content atomically. @throws those of the files */
export async function writeKnown(files: WritableFiles, known: KnownContent): Promise<void> {
  await files.write(knownFile(known.enclave, known.destination), sealedJson(known));
}

function parseKnown(text: string, name: string): KnownContent {
  try {
    const { graph, releasesAt, catalogs, ...known } = KNOWN.parse(openSealedJson(text, name));
    return {
      ...known,
      catalogs: catalogs.map(({ template, updateOperator, ...at }) => ({ ...at, template, updateOperator })),
      releasesAt,
      graph,
    };
  } catch (cause) {
    throw new AirlockError('workspace-invalid', t('knownContentDamaged', { name }), {
      side: 'local',
      remedy: t('knownContentDamagedRemedy'),
      cause,
    });
  }
}
