import { join } from 'node:path';
import type { ImageKind } from '../../../core/base/collected/collected.ts';
import { GRAPH_DATA } from '../../../core/base/collected/deliverables.ts';
import { asSentence } from '../../../core/base/document/words.ts';
import { asAirlockError, type Problem } from '../../../core/base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../../core/base/files/atomic-file.ts';
import type { Rejection } from '../../../core/mirror/run/collect-images.ts';
import type { ImageResult, RunEvent } from '../../../core/runs/progress/events.ts';
import { OcMirrorError } from './flags.ts';
import { fileTime, type OcMirrorLog } from './log.ts';

/** Categories of images in the results of oc-mirror. */
export type Category = 'release' | 'operator' | 'additional' | 'helm';

/** Bits of the exit code (oc-mirror: internal/pkg/errcode). */
const BITS: Record<Category, number> = { release: 2, operator: 4, additional: 8, helm: 16 };
const GENERIC = 1;

const CATEGORIES: Record<ImageKind, Category> = {
  ocpRelease: 'release',
  ocpReleaseContent: 'release',
  cincinnatiGraph: 'release',
  operatorCatalog: 'operator',
  operatorBundle: 'operator',
  operatorRelatedImage: 'operator',
  generic: 'additional',
  helmImage: 'helm',
};

/** Prints the images of a run as oc-mirror does, and counts them by category. */
export class ImageLog {
  private readonly counts = new Map<Category, { total: number; complete: number }>();
  private readonly failures: ImageResult[] = [];
  private readonly log: OcMirrorLog;
  private readonly verb: 'copying' | 'deleting';
  private readonly place: (image: ImageResult) => string;

  constructor(log: OcMirrorLog, verb: 'copying' | 'deleting', place: (image: ImageResult) => string) {
    this.log = log;
    this.verb = verb;
    this.place = place;
  }

  add(event: Extract<RunEvent, { type: 'image' }>): void {
    const category = CATEGORIES[event.kind];
    const count = this.counts.get(category) ?? { total: 0, complete: 0 };
    this.counts.set(category, count);
    count.total++;
    if (event.result !== 'failed') {
      count.complete++;
      this.log.info(`Success ${this.verb} ${event.origin} ➡️ ${this.place(event)}`);
      return;
    }
    this.failures.push(event);
    this.log.error(`Failed to ${this.verb === 'copying' ? 'copy' : 'delete'} ${event.kind} ${event.origin}`);
  }

  /** Prints the counts of each category. */
  results(): void {
    this.log.info('=== Results ===');
    const done = this.verb === 'copying' ? 'mirrored' : 'deleted';
    for (const category of Object.keys(BITS) as Category[]) {
      const count = this.counts.get(category);
      if (!count) continue;
      const { total, complete } = count;
      const figures = `${complete} / ${total} ${category} images ${done}`;
      if (complete === total) this.log.result(true, `${figures} successfully`);
      else {
        const failed = `Some ${category} images failed to be ${done} - please check the logs`;
        this.log.result(false, `${figures}: ${failed}`);
      }
    }
  }

  /** Bits of those categories of which no image was copied. */
  remainingBits(categories: readonly Category[]): number {
    const remaining = categories.filter((category) => !this.counts.get(category)?.complete);
    return remaining.reduce((bits, category) => bits | BITS[category], 0);
  }

  get isAnyComplete(): boolean {
    return [...this.counts.values()].some(({ complete }) => complete > 0);
  }

  /** Bits of the categories with failed images. */
  get failedBits(): number {
    return this.failures.reduce((bits, { kind }) => bits | BITS[CATEGORIES[kind]], 0);
  }

  /**
   * Prints failed images and writes them to `mirroring_errors_<time>.txt` in the folder of logs.
   * @returns the lines of the final error, if an image failed
   */
  async writeFailures(logs: string): Promise<string[]> {
    if (this.failures.length === 0) return [];
    const lines = this.failures.map((image) => failureLine(image));
    for (const line of lines) this.log.error(`[Worker] ${line}`);
    const file = join(logs, `mirroring_errors_${fileTime(new Date())}.txt`);
    await writeFileAtomic(file, lines.map((line) => `${line}\n`).join(''));
    return [
      '[Worker] some errors occurred during the mirroring.',
      `     Please review ${file} for a list of mirroring errors.`,
      '     You may consider:',
      '     * removing images or operators that cause the error from the image set config, and retrying',
      '     * keeping the image set config (images are mandatory for you), and retrying',
      '     * mirroring the failing images manually, if retries also fail.',
    ];
  }
}

function failureLine({ origin, neededBy, error }: ImageResult): string {
  const bundles = (neededBy ?? []).map(({ bundle }) => bundle);
  const operators = [...new Set((neededBy ?? []).map(({ package: name }) => name))];
  const of =
    bundles.length > 0
      ? ` (Operator bundles: [${bundles.join(' ')}] - Operators: [${operators.join(' ')}])`
      : '';
  return `error mirroring image ${origin}${of} error: ${error?.message ?? 'unknown'}`;
}

/** Bits of deliverables that couldn't be collected. */
export function rejectedBits(rejected: readonly Pick<Rejection, 'deliverable'>[]): number {
  return rejected.reduce((bits, { deliverable }) => bits | BITS[categoryOf(deliverable)], 0);
}

function categoryOf(deliverable: string): Category {
  if (/^(?:catalog|operator) /.test(deliverable)) return 'operator';
  if (/^helm /.test(deliverable)) return 'helm';
  return deliverable.startsWith('release ') || deliverable === GRAPH_DATA ? 'release' : 'additional';
}

/** Returns any error as one of oc-mirror. Airlock's own exit codes have other meanings in a bit mask. */
export function asOcMirrorError(thrown: unknown, bits: number = GENERIC): OcMirrorError {
  if (thrown instanceof OcMirrorError) return thrown;
  const { message, remedy } = asAirlockError(thrown);
  return new OcMirrorError(`${asSentence(message)} ${remedy}`, bits);
}

/** Returns the exit code of an error that ended a run: the bits of the collectors of its problems, or 1. */
export function errorBits(
  error: Pick<Problem, 'code'> & { exitCode?: number; problems?: Problem[] },
): number {
  const { code, exitCode, problems = [] } = error;
  if (problems.length > 0) return problems.reduce((bits, problem) => bits | errorBits(problem), 0);
  if (exitCode === 5 || /^(?:release|signature|upgrade|graph)/.test(code)) return BITS.release;
  if (/^(?:operator|catalog)/.test(code)) return BITS.operator;
  return /^(?:chart|helm)/.test(code) ? BITS.helm : GENERIC;
}
