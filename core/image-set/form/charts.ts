import type { YamlText } from '../../base/document/yaml-text.ts';
import { putNamed } from './place-field.ts';

/** A chart of a repository, without a version all its versions. */
export interface ChartFields {
  name: string;
  version?: string;
}

const HELM = ['mirror', 'helm'];

/** Writes the complete list of chart repositories. */
export function setHelmRepositories(
  doc: YamlText,
  repositories: readonly { name: string; url: string; charts?: readonly ChartFields[] }[],
): YamlText {
  return putNamed(doc, [...HELM, 'repositories'], repositories, ['name', 'url', 'charts']);
}

/** Writes the complete list of local charts; `path` is the file. */
export function setLocalCharts(doc: YamlText, charts: readonly { name: string; path: string }[]): YamlText {
  return putNamed(doc, [...HELM, 'local'], charts, ['name', 'path']);
}
