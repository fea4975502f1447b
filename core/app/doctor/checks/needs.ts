import { sourceOf } from '../../../base/collected/image-source.ts';
import { type AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { parseReference } from '../../../base/image/reference.ts';
import { repositoryUrl } from '../../../content/helm/charts/repository.ts';
import { OCP_GRAPH_URL, OKD_GRAPH_URL } from '../../../content/release/cincinnati.ts';
import { graphDataUrl } from '../../../content/resources/fetch-graph-data.ts';
import { SIGNATURE_URL } from '../../../content/signature/signature-source.ts';
import type { ImageSetConfiguration } from '../../../image-set/config/image-set.ts';

/** A repository that must be readable. */
export interface ImageNeed {
  /** As references name it; registries.conf may lead elsewhere. */
  registry: string;
  repository: string;
  /** Tag or digest that must be there; without it the right to pull is all that is asked. */
  reference?: string;
  why: string;
}

/** An address that is asked by plain HTTP or HTTPS. */
export interface WebNeed {
  url: URL;
  why: string;
}

/** What a configuration needs of the network, as far as the configuration itself tells. */
export interface Needs {
  images: ImageNeed[];
  web: WebNeed[];
  /** What cannot be known yet, in words. */
  notes: string[];
  /** Addresses and references that are none. */
  faults: { subject: string; error: AirlockError }[];
}

/** Where the graph-data image's base comes from when nothing else is said. */
const GRAPH_BASE = 'registry.access.redhat.com/ubi9/ubi:latest';

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
    if (platform.release) image(platform.release, 'the release that the configuration names');
    else
      for (const type of new Set(platform.channels.map((channel) => channel.type))) {
        const address = type === 'okd' ? OKD_GRAPH_URL : env.UPDATE_URL_OVERRIDE || OCP_GRAPH_URL;
        web(address, `update graphs of ${type === 'okd' ? 'OKD' : 'OpenShift'}`);
      }
    if (platform.release || platform.channels.some(({ type }) => type === 'ocp'))
      web(env.OCP_SIGNATURE_URL || SIGNATURE_URL, 'signatures of releases');
    if (platform.graph) {
      collect('UPDATE_URL_OVERRIDE', () => web(graphDataUrl(env.UPDATE_URL_OVERRIDE), 'update graph data'));
      image(GRAPH_BASE, 'base of the graph-data image');
    }
  }
  for (const { catalog } of operators) image(catalog, 'an operator catalog');
  for (const { name } of additionalImages) image(name, 'an additional image');
  for (const repository of helm?.repositories ?? [])
    collect(`chart repository ${repository.name}`, () => {
      const url = repositoryUrl(repository.url);
      const why = `charts of ${repository.name}`;
      if (url.protocol !== 'oci:') {
        needs.web.push({ url, why });
        return;
      }
      const path = url.pathname.replace(/^\/+|\/+$/g, '');
      for (const { name } of repository.charts ?? [])
        needs.images.push({
          registry: url.host,
          repository: path ? `${path}/${name}` : name,
          why: `chart ${name}`,
        });
    });
  if (helm)
    needs.notes.push('Images of Helm charts may come from more hosts: `airlock plan` names them all.');
  return needs;
}

/** @throws AirlockError `reference-invalid` */
export function imageNeed(text: string, why: string): ImageNeed {
  const { registry, repository, tag, digest } = sourceOf(parseReference(text));
  const reference = digest ?? tag;
  return { registry, repository, why, reference };
}
