import type { WorkingFiles } from '../../../base/collected/collected.ts';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import {
  type ChartSources,
  chartUrl,
  fetchIndex,
  indexUrl,
  readIndex,
  repositoryUrl,
  shownUrl,
} from '../../../content/helm/charts/repository.ts';
import { OCP_GRAPH_URL, updateService } from '../../../content/release/cincinnati.ts';
import { parseImageReferences } from '../../../content/release/image-references.ts';
import { IMAGE_REFERENCES } from '../../../content/release/payload-layers.ts';
import { type RequestedRelease, requestedReleases } from '../../../content/release/requested-releases.ts';
import { anyManifests, manifestsFolder } from '../../../content/release/saved-payload.ts';
import { fetchGraphData, graphDataUrl } from '../../../content/resources/fetch-graph-data.ts';
import { SIGNATURE_URL, signatureService } from '../../../content/signature/signature-source.ts';
import type {
  HelmRepository,
  ImageSetConfiguration,
  PlatformSelection,
} from '../../../image-set/config/image-set.ts';
import type { Access } from '../../../registry/access/access.ts';
import { httpGet } from '../../../registry/access/http-get.ts';
import { t } from '../messages.ts';
import { type Finding, fault, fine } from './finding.ts';
import { type ImageNeed, imageNeed, type WebNeed } from './needs.ts';
import { limited } from './step.ts';

/** Facts that come from the services instead of the configuration. */
export interface ServiceAnswers {
  findings: Finding[];
  images: ImageNeed[];
  web: WebNeed[];
}

export interface ServiceQuestions {
  access: Access;
  env: Readonly<Record<string, string | undefined>>;
  /** Whether a host can be queried. Its faults were already reported otherwise. */
  usable: (url: URL) => boolean;
  /** Of the workspace, where there is one. */
  files: WorkingFiles;
  /** ms for each service. */
  stepTime: number;
  signal: AbortSignal;
}

/** The place of the components of OpenShift releases, used when no payload is available. */
const COMPONENTS = 'openshift-release-dev/ocp-v4.0-art-dev';
const PAYLOADS = 'openshift-release-dev/ocp-release';

/**
 * Queries the services of a configuration like a run: update graphs, a signature, graph data, indexes of chart
 * repositories. Their responses name more hosts.
 * @throws AirlockError `interrupted`
 */
export async function checkServices(
  configuration: ImageSetConfiguration,
  questions: ServiceQuestions,
): Promise<ServiceAnswers> {
  const answers: ServiceAnswers = { findings: [], images: [], web: [] };
  const { platform, helm } = configuration;
  const jobs = (helm?.repositories ?? []).map((repository) => chartsOf(repository, answers, questions));
  if (platform) jobs.push(releasesOf(platform, answers, questions));
  if (platform?.graph) jobs.push(graphData(answers, questions));
  await Promise.all(jobs);
  return answers;
}

async function request<T>(
  subject: string,
  { findings }: ServiceAnswers,
  { stepTime, signal }: ServiceQuestions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await limited(subject, stepTime, signal, work);
  } catch (thrown) {
    const error = asAirlockError(thrown);
    if (error.code === 'interrupted') throw error;
    findings.push(fault('service', subject, 'error', error));
    return undefined;
  }
}

async function releasesOf(
  platform: PlatformSelection,
  answers: ServiceAnswers,
  questions: ServiceQuestions,
): Promise<void> {
  const { access, env, files } = questions;
  const wantsOcp = platform.channels.some(({ type }) => type === 'ocp');
  const service = new URL((wantsOcp && env.UPDATE_URL_OVERRIDE) || OCP_GRAPH_URL);
  const graphs = (signal: AbortSignal) =>
    updateService({
      get: (url, options) => httpGet(access, url, { ...options, signal, retry: { times: 0 } }),
      // A check saves nothing.
      files: { read: async () => undefined, list: async () => [] },
      updateUrl: env.UPDATE_URL_OVERRIDE || undefined,
    });
  const found =
    platform.release || questions.usable(service)
      ? await request(service.host, answers, questions, (signal) =>
          requestedReleases(platform, graphs(signal), signal),
        )
      : undefined;
  if (!found) {
    if (wantsOcp)
      for (const repository of [PAYLOADS, COMPONENTS])
        answers.images.push({ registry: 'quay.io', repository, why: 'OpenShift releases' });
    return;
  }
  const { releases } = found;
  if (!platform.release)
    answers.findings.push(fine('service', service.host, t('releasesFound', { count: releases.length })));
  const components = new Map<string, ImageNeed>();
  for (const release of releases) {
    const { reference } = release;
    if (!platform.release) answers.images.push(imageNeed(reference.text, 'OpenShift releases'));
    for (const need of await componentsOf(release, files))
      components.set(`${need.registry}/${need.repository}`, need);
  }
  answers.images.push(...components.values());
  await signatureOf(releases, answers, questions);
}

/** Returns one need for each repository of a payload that an earlier run saved, or else the usual repository. */
async function componentsOf({ reference, tag }: RequestedRelease, files: WorkingFiles): Promise<ImageNeed[]> {
  const why = t('componentsNeed');
  const saved =
    tag && (await anyManifests(files, manifestsFolder(reference.path, tag)).catch(() => undefined));
  const list = saved ? saved.get(IMAGE_REFERENCES) : undefined;
  if (list)
    return parseImageReferences(list, reference.text).map((one) => imageNeed(one.reference.text, why));
  return reference.path === PAYLOADS ? [{ registry: reference.domain, repository: COMPONENTS, why }] : [];
}

/** Checks one release, which shows whether the service is the right one. */
async function signatureOf(
  releases: readonly RequestedRelease[],
  answers: ServiceAnswers,
  questions: ServiceQuestions,
): Promise<void> {
  const { access, env } = questions;
  const signed = releases.find(({ type, reference }) => type === 'ocp' && reference.digest);
  const url = URL.parse(env.OCP_SIGNATURE_URL || SIGNATURE_URL);
  if (!signed || !url || !questions.usable(url)) return;
  const { digest, text } = signed.reference;
  const there = await request(url.host, answers, questions, async (signal) => {
    const source = signatureService({
      get: (address, options) => httpGet(access, address, { ...options, retry: { times: 0 } }),
      baseUrl: env.OCP_SIGNATURE_URL || undefined,
    });
    for await (const _ of source.signatures(digest!, signal)) return true;
    throw new AirlockError(
      'signature-missing',
      t('signatureMissing', { service: source.location, release: text }),
    );
  });
  if (there) answers.findings.push(fine('service', url.host, t('signaturesFound')));
}

async function graphData(answers: ServiceAnswers, questions: ServiceQuestions): Promise<void> {
  const { access, env } = questions;
  const override = env.UPDATE_URL_OVERRIDE;
  const url = URL.parse(graphDataUrl(override));
  if (!url || !questions.usable(url)) return;
  const archive = await request(`${url.host}${url.pathname}`, answers, questions, (signal) =>
    fetchGraphData({
      get: (address, options) => httpGet(access, address, { ...options, signal, retry: { times: 0 } }),
      override: override || undefined,
    }),
  );
  if (archive) answers.findings.push(fine('service', url.host, t('graphDataFound')));
}

/** Archives of charts are often on other hosts than the index. */
async function chartsOf(
  repository: HelmRepository,
  answers: ServiceAnswers,
  questions: ServiceQuestions,
): Promise<void> {
  const url = repositoryUrl(repository.url);
  if (url.protocol === 'oci:' || !questions.usable(url)) return;
  const places = await request(url.host, answers, questions, async (signal) => {
    const { access } = questions;
    const get: ChartSources['get'] = (address, options) =>
      httpGet(access, address, { ...options, retry: { times: 0 } });
    const bytes = await fetchIndex(url, { access, get }, signal);
    const index = readIndex(bytes, shownUrl(indexUrl(url)));
    const wanted = repository.charts?.map(({ name }) => name) ?? index.names;
    return wanted.flatMap((name) => {
      const [newest] = index.versions(name) ?? [];
      return newest ? [{ name, address: chartUrl(newest, url) }] : [];
    });
  });
  if (!places) return;
  for (const { name, address } of places) {
    const why = t('chartOfNeed', { chart: name, repository: repository.name });
    if (address.protocol !== 'oci:') answers.web.push({ url: address, why });
    else {
      const path = address.pathname.slice(1).split(':')[0]!;
      answers.images.push({ registry: address.host, repository: path, why });
    }
  }
  answers.findings.push(fine('service', url.host, t('chartsFound', { repository: repository.name })));
}
