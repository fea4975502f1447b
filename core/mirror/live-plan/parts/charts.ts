import { dirname } from 'node:path';
import type { CollectedImage } from '../../../base/collected/collected.ts';
import type { Problem } from '../../../base/errors/airlock-error.ts';
import { collectHelm } from '../../../content/helm/collect-helm.ts';
import { findHelm } from '../../../content/helm/render-with-helm.ts';
import { isBlocked } from '../../../image-set/config/blocked.ts';
import type { ImageSetConfiguration } from '../../../image-set/config/image-set.ts';
import type { HostFacts } from '../../run/request.ts';
import type { StatePlace } from '../known/state-place.ts';

export interface PlannedChart {
  /** `helm chart podinfo 6.5.0` */
  deliverable: string;
  images: readonly CollectedImage[];
}

export interface PlannedCharts {
  charts: readonly PlannedChart[];
  /** Charts and repositories that were never downloaded. */
  unknown: readonly string[];
  problems: readonly Problem[];
}

const NO_CHARTS: PlannedCharts = { charts: [], unknown: [], problems: [] };

export interface ChartPlanner {
  select(
    configuration: Pick<ImageSetConfiguration, 'helm' | 'blockedImages'>,
    file: string,
    stamp: string,
    signal?: AbortSignal,
  ): Promise<PlannedCharts>;
}

/** Returns the images of local charts, also next to the configuration. Caches the last selection. */
export function chartPlanner(place: StatePlace, host: HostFacts): ChartPlanner {
  let last: { key: string; answer: PlannedCharts } | undefined;
  return {
    async select({ helm, blockedImages }, file, stamp, signal) {
      if (!helm || helm.local.length + helm.repositories.length === 0) return NO_CHARTS;
      const key = JSON.stringify([helm, blockedImages.map(({ name }) => name), file, stamp]);
      if (last?.key === key) return last.answer;
      const charts = new Map<string, CollectedImage[]>();
      const unknown: string[] = [];
      const problems: Problem[] = [];
      const program = await findHelm(host.env, signal);
      const collecting = collectHelm(helm, {
        files: { read: place.files.read, list: place.files.list },
        helm: program,
        directory: dirname(file),
        blocked: (image) => isBlocked(image, blockedImages),
        signal: signal ?? new AbortController().signal,
      });
      for await (const collected of collecting) {
        if (collected.type === 'problem') problems.push(collected.problem);
        else if (collected.type === 'image') {
          const { deliverable } = collected.image;
          charts.set(deliverable, [...(charts.get(deliverable) ?? []), collected.image]);
        } else if (collected.problem.code === 'content-missing') unknown.push(collected.deliverable);
        else problems.push(collected.problem);
      }
      const answer = {
        charts: [...charts].map(([deliverable, images]) => ({ deliverable, images })),
        unknown,
        problems,
      };
      last = { key, answer };
      return answer;
    },
  };
}
