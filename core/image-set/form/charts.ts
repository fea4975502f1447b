import type { YamlText } from '../../base/document/yaml-text.ts';
import { putNamed } from './place-field.ts';

/** A chart of a repository; without a version all of them. */
export interface ChartFields {
  name: string;
  version?: string;
}

const HELM = ['mirror', 'helm'];

/** The chart repositories, all of them. */
export function setHelmRepositories(
  doc: YamlText,
  repositories: readonly { name: string; url: string; charts?: readonly ChartFields[] }[],
): YamlText {
  return putNamed(doc, [...HELM, 'repositories'], repositories, ['name', 'url', 'charts']);
}

/** The charts of this host, all of them; `path` is the file. */
export function setLocalCharts(doc: YamlText, charts: readonly { name: string; path: string }[]): YamlText {
  return putNamed(doc, [...HELM, 'local'], charts, ['name', 'path']);
}
