import { type ChartText, chartFilesOf, deployment } from '../charts/chart.fixture.ts';
import { packChart } from '../charts/files.ts';

/** A chart that uses one idiom of Helm charts, with the images that `helm template` renders. */
export interface Idiom {
  name: string;
  files: ChartText;
  /** The images with the default values, sorted. */
  images: string[];
  /** Images that the search finds in addition with some values, by their name or the start of it, with the reason. */
  extras: Record<string, string>;
}

interface Parts {
  /** Fields of Chart.yaml, in addition to name and versions. */
  chart?: string;
  values?: string;
  /** `templates/_helpers.tpl` */
  helpers?: string;
  /** The image of a Deployment in `templates/deployment.yaml`. */
  image?: string;
  extras?: Record<string, string>;
  /** Other files by path. `charts/NAME/…` are subcharts, whose Chart.yaml is generated if it is missing. */
  files?: ChartText;
}

/** Returns the chart `web` 1.0.0 with the version 1.2.3 of its application. */
export function idiom(
  name: string,
  { chart = '', values = '', helpers, image, files = {}, extras = {} }: Parts,
  ...images: string[]
): Idiom {
  const all: ChartText = {
    'Chart.yaml': `apiVersion: v2\nname: web\nversion: 1.0.0\nappVersion: "1.2.3"\n${chart}\n`,
    'values.yaml': values,
    ...files,
  };
  if (helpers !== undefined) all['templates/_helpers.tpl'] = helpers;
  if (image !== undefined) all['templates/deployment.yaml'] = deployment(image);
  for (const path of Object.keys(files)) {
    const [folder, sub] = /^(?:.*\/)?charts\/([^/]+)(?=\/)/.exec(path) ?? [];
    const file = `${folder}/Chart.yaml`;
    if (folder) all[file] ??= `apiVersion: v2\nname: ${sub}\nversion: 1.0.0\nappVersion: "4.5.6"\n`;
  }
  return { name, files: all, images: images.sort(), extras };
}

/** Returns the packaged chart of an idiom. */
export function packedIdiom({ files }: Idiom): Promise<Buffer> {
  return packChart('web', chartFilesOf('web', '1.0.0', files));
}

/** Returns a pod with a list of containers below `spec`, indented by 4. */
export function pod(containers: string): string {
  return `apiVersion: v1\nkind: Pod\nmetadata: {name: x}\nspec:\n  containers:\n${containers}\n`;
}
