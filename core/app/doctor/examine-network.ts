import { join } from 'node:path';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import type { NeededHost } from '../../contract/topics/doctor.ts';
import type { ImageSetConfiguration } from '../../image-set/config/image-set.ts';
import type { Destination } from '../../mirror/run/workflow.ts';
import type { Access } from '../../registry/access/access.ts';
import type { RegistryProfile } from '../../registry/capabilities/profile.ts';
import { createRegistries } from '../../registry/client/registries.ts';
import type { Registries } from '../../registry/exchange/registry.ts';
import { workingFiles } from '../../store/workspace/working-files.ts';
import { catalogNeeds } from './catalog-needs.ts';
import { judgeClocks } from './checks/clock.ts';
import { checkDestination, requestedRepository } from './checks/destination.ts';
import { type Finding, fault } from './checks/finding.ts';
import { type CheckedImages, checkImages } from './checks/images.ts';
import { type ImageNeed, type Needs, needsOf } from './checks/needs.ts';
import { checkServices } from './checks/services.ts';
import { atOnce } from './checks/step.ts';
import type { HostPlace } from './examine-host.ts';
import { createKnownHosts, type KnownHosts, originOf, type Progress } from './known-hosts.ts';
import { t } from './messages.ts';
import type { Surroundings } from './surroundings.ts';
import { watchedAccess } from './watched-access.ts';

/** Concurrent checks of registries. */
const AT_ONCE = 6;
/** Most repositories of one registry that are checked. A complete catalog names more than a thousand. */
const MOST_REPOSITORIES = 100;
/** Most projects of the destination that are checked. */
const MOST_PROJECTS = 20;

export interface NetworkExamination {
  configuration: ImageSetConfiguration | undefined;
  workspace: string | undefined;
  destination: Destination | undefined;
  around: Surroundings;
  /** The name of this host. */
  thisHost: string;
  progress: Progress;
  signal: AbortSignal;
}

export interface ExaminedNetwork {
  findings: Finding[];
  hosts: NeededHost[];
  /** Sentences about what isn't known. */
  notes: string[];
  /** The profile of the destination. */
  profile?: RegistryProfile;
}

/** The state that all parts of an examination share. */
interface Examining extends NetworkExamination {
  known: KnownHosts;
  needs: Needs;
  findings: Finding[];
}

/**
 * Examines everything that a configuration and a destination need from the network: the path to every host, services,
 * access to repositories, and hosts that appear in responses (token services, blob stores).
 * @throws AirlockError `interrupted`
 */
export async function examineNetwork(examination: NetworkExamination): Promise<ExaminedNetwork> {
  const { configuration, destination, around, progress, signal } = examination;
  const needs: Needs = configuration
    ? needsOf(configuration, around.env)
    : { images: [], web: [], notes: [], faults: [] };
  const known = createKnownHosts(around, progress, signal);
  const findings = needs.faults.map(({ subject, error }) => fault('files', subject, 'error', error));
  const examining: Examining = { ...examination, known, needs, findings };
  const pushed = destination ? destinationPlace(destination, around.access) : undefined;
  await known.examine([...neededPlaces(examining), ...(pushed ? [pushed] : [])]);
  if (configuration) {
    await queryServices(configuration, examining);
    await readCatalogs(configuration, examining);
    await known.examine(neededPlaces(examining));
  }
  for (const need of needs.images)
    for (const place of known.sources(need)) known.allow(originOf(place), need.why);
  for (const { url, why } of needs.web) known.allow(url.origin, why);
  if (pushed) known.allow(originOf(pushed), t('destinationNeed'));

  const readable = await readImages(examining);
  const profile =
    destination && pushed && known.usable(originOf(pushed))
      ? await tryDestination(destination, examining)
      : undefined;
  // A registry isn't needed for content that its mirrors deliver.
  const spared = (origin: string) => {
    const users = needs.images.filter((need) =>
      known.sources(need).some((place) => originOf(place) === origin),
    );
    return users.length > 0 && users.every(({ registry }) => readable.has(registry));
  };
  const clocks = judgeClocks(known.clocks(), examination.thisHost);
  findings.push(...withoutConsequences(known.findings(spared), clocks), ...clocks);
  return { findings, hosts: known.allowList(), notes: needs.notes, profile };
}

/** Certificates that are invalid because of a wrong clock aren't findings. They are evidence for the clock. */
function withoutConsequences(findings: readonly Finding[], clocks: readonly Finding[]): Finding[] {
  const cause = clocks.find(({ code }) => code === 'clock-skew');
  const consequences = findings.filter(({ code }) => cause && code === 'clock-skew');
  cause?.evidence.push(...consequences.map(({ message }) => message));
  return findings.filter((finding) => !consequences.includes(finding));
}

function neededPlaces({ needs, known, around }: Examining): HostPlace[] {
  return [
    ...needs.images.flatMap((need) => known.sources(need)),
    ...needs.web.map(({ url }) => webPlace(url, around.access)),
  ];
}

function webPlace(url: URL, access: Required<Access>): HostPlace {
  const scheme = url.protocol === 'http:' ? 'http' : 'https';
  return { host: url.host, scheme, security: access.security(url.host), registry: false };
}

function destinationPlace(destination: Destination, access: Access): HostPlace {
  const repository = requestedRepository(destination);
  const endpoint = access.endpoints(destination.host, repository, 'push', false).at(-1)!;
  return { host: endpoint.host, scheme: 'https', security: endpoint.security, registry: true };
}

/** Registries without retries. */
function registriesFor(access: Access, { stepTime, userAgent }: Surroundings): Registries {
  return createRegistries({ access, retry: { times: 0, delayMs: 0 }, stallMs: stepTime, userAgent });
}

async function queryServices(configuration: ImageSetConfiguration, examining: Examining): Promise<void> {
  const { known, needs, around, workspace, progress, signal } = examining;
  const requested = new Set<string>();
  progress({ started: t('servicesProgress') });
  const answers = await checkServices(configuration, {
    access: watchedAccess(around.access, (origin) => requested.add(origin)),
    env: around.env,
    usable: ({ origin }) => known.usable(origin),
    files: workspace
      ? workingFiles(join(workspace, 'working-dir'), { colons: true })
      : { read: async () => undefined, list: async () => [] },
    stepTime: around.stepTime,
    signal,
  });
  progress({ done: true });
  examining.findings.push(...answers.findings);
  needs.images.push(...answers.images);
  needs.web.push(...answers.web);
  const named = new Set(needs.web.map(({ url }) => url.origin));
  for (const origin of requested)
    if (!named.has(origin)) needs.web.push({ url: new URL(origin), why: t('redirectNeed') });
}

async function readCatalogs(configuration: ImageSetConfiguration, examining: Examining): Promise<void> {
  const { known, needs, around, workspace, signal } = examining;
  const registries = registriesFor(around.access, around);
  try {
    const { images, notes } = await catalogNeeds(configuration.operators, {
      indexes: workspace && airlockDirectory(workspace, 'cache', 'catalogs'),
      digestOf: async ({ registry, repository, reference }) =>
        isReadable({ registry, repository, why: '' }, known) && reference !== undefined
          ? (await registries.at(registry).resolve(repository, reference, { signal }))?.digest
          : undefined,
      signal,
    });
    needs.images.push(...images);
    needs.notes.push(...notes);
  } finally {
    await registries.close();
  }
}

function isReadable(need: ImageNeed, known: KnownHosts): boolean {
  return known.sources(need).some((place) => known.usable(originOf(place)));
}

async function tryDestination(
  { host, namespace }: Destination,
  { needs, findings, around, progress, signal }: Examining,
): Promise<RegistryProfile | undefined> {
  const registries = registriesFor(around.access, around);
  progress({ started: t('pushProgress', { host }) });
  try {
    const projects = new Set(needs.images.map(({ repository }) => destinationProject(repository)));
    const { access, stepTime } = around;
    const checked = await checkDestination({
      host,
      namespace,
      projects: [...projects].slice(0, MOST_PROJECTS),
      registries,
      access,
      stepTime,
      signal,
    });
    findings.push(...checked.findings);
    return checked.profile;
  } finally {
    await registries.close();
    progress({ done: true });
  }
}

/** Returns the first element of the name at the destination. Images of releases have fixed names there. */
function destinationProject(repository: string): string {
  return repository.startsWith('openshift-release-dev/') ? 'openshift' : repository.split('/')[0]!;
}

/** @returns registries that deliver everything that is needed */
async function readImages(examining: Examining): Promise<ReadonlySet<string>> {
  const { known, needs, findings } = examining;
  const complete = new Set<string>();
  const suspects: CheckedImages['suspects'] = [];
  const groups = Map.groupBy(distinct(needs.images), ({ registry }) => registry);
  await atOnce([...groups], AT_ONCE, async ([registry, all]) => {
    const wanted = all.filter((need) => isReadable(need, known));
    if (wanted.length === 0) return;
    const checked = await readRegistry(registry, wanted, examining);
    findings.push(...checked.findings);
    suspects.push(...checked.suspects);
    if (checked.complete) complete.add(registry);
  });
  // A fault of a host that appeared in a response is reported by the examination of that host.
  for (const { finding, origin } of suspects)
    if (origin === undefined || !known.isAtFault(origin)) findings.push(finding);
  return complete;
}

async function readRegistry(
  registry: string,
  wanted: readonly ImageNeed[],
  { known, needs, around, progress, signal }: Examining,
): Promise<CheckedImages> {
  if (wanted.length > MOST_REPOSITORIES)
    needs.notes.push(t('repositoriesSampled', { all: wanted.length, registry, checked: MOST_REPOSITORIES }));
  const origins: string[] = [];
  const registries = registriesFor(
    watchedAccess(around.access, (origin) => origins.push(origin)),
    around,
  );
  progress({ started: t('imagesProgress', { registry }) });
  try {
    const checked = await checkImages({
      registry: registries.at(registry),
      access: around.access,
      needs: wanted.slice(0, MOST_REPOSITORIES),
      origins,
      stepTime: around.stepTime,
      signal,
    });
    const foreign = [...new Set(origins)].filter((origin) => !known.isKnown(origin));
    await known.examine(foreign.map((origin) => webPlace(new URL(origin), around.access)));
    for (const origin of foreign)
      known.allow(
        origin,
        checked.contentFrom.includes(origin)
          ? t('contentNeed', { registry })
          : t('credentialsNeed', { registry }),
      );
    return checked;
  } finally {
    await registries.close();
    progress({ done: true });
  }
}

/** Returns each image once, those with a tag or digest first. */
function distinct(needs: readonly ImageNeed[]): ImageNeed[] {
  const found = new Map<string, ImageNeed>();
  for (const need of needs) found.set(`${need.registry}/${need.repository} ${need.reference ?? ''}`, need);
  return [...found.values()].sort(
    (a, b) => Number(a.reference === undefined) - Number(b.reference === undefined),
  );
}
