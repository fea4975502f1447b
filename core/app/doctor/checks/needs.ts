import { sourceOf } from '../../../base/collected/image-source.ts';
import { type AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { DEFAULT_GRAPH_BASE } from '../../../base/image/destination.ts';
import { parseReference } from '../../../base/image/reference.ts';
import { repositoryUrl } from '../../../content/helm/charts/repository.ts';
import { OCP_GRAPH_URL, OKD_GRAPH_URL } from '../../../content/release/cincinnati.ts';
import { graphDataUrl } from '../../../content/resources/fetch-graph-data.ts';
import { SIGNATURE_URL } from '../../../content/signature/signature-source.ts';
import type { ImageSetConfiguration } from '../../../image-set/config/image-set.ts';
import { t } from '../messages.ts';

/** A repository that must be readable. */
export interface ImageNeed {
  /** As in references. registries.conf may redirect it. */
  registry: string;
  repository: string;
  /** Tag or digest that must exist. Without it, only pull access is checked. */
  reference?: string;
  why: string;
}

/** An address that is requested over plain HTTP or HTTPS. */
export interface WebNeed {
  url: URL;
  why: string;
}

/** What a configuration needs of the network, as far as the configuration shows it. */
export interface Needs {
  images: ImageNeed[];
  web: WebNeed[];
  /** Sentences about what isn't known yet. */
  notes: string[];
  /** Invalid addresses and references. */
  faults: { subject: string; error: AirlockError }[];
}

/** @param env for UPDATE_URL_OVERRIDE and OCP_SIGNATURE_URL */
export function needsOf(
  configuration: ImageSetConfiguration,
  env: Readonly<Record<string, string | undefined>>,
): Needs {
  const needs: Needs = { images: [], web: [], notes: [], faults: [] };
  const collect = (subject: string, add: () => void) => {
    try {
      add();
    } catch (error) {
      needs.faults.push({ subject, error: asAirlockError(error) });
    }
  };
  const image = (text: string, why: string) =>
    collect(text, () => {
      const reference = parseReference(text);
      if (reference.transport === 'docker') needs.images.push(imageNeed(text, why));
    });
  const web = (address: string, why: string) =>
    collect(why, () => needs.web.push({ url: new URL(address), why }));

  const { platform, operators, additionalImages, helm } = configuration;
  if (platform) {
    if (platform.release) image(platform.release, t('releaseNeed'));
    else
      for (const type of new Set(platform.channels.map((channel) => channel.type))) {
        const address = type === 'okd' ? OKD_GRAPH_URL : env.UPDATE_URL_OVERRIDE || OCP_GRAPH_URL;
        web(address, t('graphsNeed', { product: type === 'okd' ? 'OKD' : 'OpenShift' }));
      }
    if (platform.release || platform.channels.some(({ type }) => type === 'ocp'))
      web(env.OCP_SIGNATURE_URL || SIGNATURE_URL, t('signaturesNeed'));
    if (platform.graph) {
      collect('UPDATE_URL_OVERRIDE', () => web(graphDataUrl(env.UPDATE_URL_OVERRIDE), t('graphDataNeed')));
      image(DEFAULT_GRAPH_BASE, t('graphBaseNeed'));
    }
  }
  for (const { catalog } of operators) image(catalog, t('catalogNeed'));
  for (const { name } of additionalImages) image(name, t('imageNeed'));
  for (const repository of helm?.repositories ?? [])
    collect(t('chartRepository', { repository: repository.name }), () => {
      const url = repositoryUrl(repository.url);
      const why = t('chartsNeed', { repository: repository.name });
      if (url.protocol !== 'oci:') {
        needs.web.push({ url, why });
        return;
      }
      const path = url.pathname.replace(/^\/+|\/+$/g, '');
      for (const { name } of repository.charts ?? [])
        needs.images.push({
          registry: url.host,
          repository: path ? `${path}/${name}` : name,
          why: t('chartNeed', { chart: name }),
        });
    });
  if (helm) needs.notes.push(t('chartImagesUnread'));
  return needs;
}

/** @throws AirlockError `reference-invalid` */
export function imageNeed(text: string, why: string): ImageNeed {
  const { registry, repository, tag, digest } = sourceOf(parseReference(text));
  const reference = digest ?? tag;
  return { registry, repository, why, reference };
}
