import { execFile } from 'node:child_process';
import { z } from 'zod';
import type { Program } from './peers.ts';

const RESULT = z.object({
  chain: z.array(z.string()),
  steps: z.array(z.object({ operators: z.array(z.object({ name: z.string(), package: z.string() })) })),
  error: z.string().optional(),
});

/** A subscription with its installed bundle. */
export interface Subscription {
  package: string;
  channel: string;
  /** The name of a bundle, or `NAME=VERSION` if no catalog contains it. */
  installed?: string;
}

/** The result of OLM for subscriptions. */
export interface Resolution {
  /** The installed bundle of the first subscription and those to which OLM updates it, one after the other. */
  chain: string[];
  /** The bundles of each update, by package. */
  steps: Map<string, string>[];
  /** Why OLM's resolver rejects the subscriptions. */
  error?: string;
  /** Why OLM can't load the catalog. */
  rejected?: string;
}

/** Returns the updates that OLM makes with one or more catalogs. The subscriptions are to the first one. */
export async function resolve(
  olm: Program,
  folders: string | string[],
  subscriptions: Subscription | Subscription[],
  { steps = 100 } = {},
): Promise<Resolution> {
  const [first, ...others] = [subscriptions].flat() as [Subscription, ...Subscription[]];
  const { status, stdout, stderr } = await run(olm.file, [
    ...['-package', first.package, '-channel', first.channel, '-steps', String(steps)],
    ...[first, ...others].flatMap(({ installed }) => (installed ? ['-installed', installed] : [])),
    ...others.flatMap((each) => ['-subscribe', `${each.package}/${each.channel}`]),
    ...[folders].flat(),
  ]);
  if (status > 1) return { chain: [], steps: [], rejected: stderr };
  const result = RESULT.parse(JSON.parse(stdout));
  return {
    ...result,
    steps: result.steps.map(
      ({ operators }) => new Map(operators.map(({ package: of, name }) => [of, name] as const)),
    ),
  };
}

function run(file: string, args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    execFile(file, args, { maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve({ status: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}
