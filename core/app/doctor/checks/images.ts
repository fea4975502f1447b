import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { parseManifest } from '../../../base/image/manifest.ts';
import type { Access } from '../../../registry/access/access.ts';
import type { Registry } from '../../../registry/exchange/registry.ts';
import { t } from '../messages.ts';
import { type Finding, fault, fine } from './finding.ts';
import type { ImageNeed } from './needs.ts';
import { atOnce, interrupted, limited } from './step.ts';

/** Concurrent requests to one registry. */
const AT_ONCE = 6;
/** Limits of the sample of a blob, in ms and bytes. */
const SAMPLE_TIME = 3_000;
const SAMPLE_BYTES = 8 * 2 ** 20;
/** Bytes. Less shows only the beginning of a connection, so the speed can't be measured. */
const TELLING = 2 ** 20;
/** Bytes a second. */
const SLOW = 256 * 1024;
const NAMED = 20;

export interface ImagesCheck {
  /** As references name it. */
  registry: Registry;
  access: Required<Access>;
  needs: readonly ImageNeed[];
  /** Origins of requests so far, in order. It grows while requests are sent. */
  origins: readonly string[];
  /** ms for each repository. */
  stepTime: number;
  signal: AbortSignal;
}

export interface CheckedImages {
  findings: Finding[];
  /** Network faults with the origin of the last request, whose host may be the cause. */
  suspects: { finding: Finding; origin: string | undefined }[];
  /** Whether all needs were met. */
  complete: boolean;
  /** Origins that served the content of a blob. */
  contentFrom: string[];
}

/**
 * Checks whether the repositories of one registry can be pulled from, with which credentials, whether the named tags and
 * digests exist, and how fast a layer is delivered.
 * @throws AirlockError `interrupted`
 */
export async function checkImages(check: ImagesCheck): Promise<CheckedImages> {
  const { needs, signal, origins } = check;
  const checked: CheckedImages = { findings: [], suspects: [], complete: false, contentFrom: [] };
  const [first, ...rest] = needs;
  if (!first) return { ...checked, complete: true };
  const outcomes = [await outcomeOf(first, check)];
  // A fault that doesn't concern the repository isn't checked again for each of them.
  const general = outcomes[0]!.error && !SAID_BY_REGISTRY.has(outcomes[0]!.error.code);
  if (!general) outcomes.push(...(await atOnce(rest, AT_ONCE, (need) => outcomeOf(need, check))));
  if (signal.aborted) throw interrupted();
  report(outcomes, check, checked);
  const readable = outcomes.find(({ error, need }) => !error && need.reference !== undefined);
  if (!readable) return checked;
  const before = origins.length;
  const finding = await sample(readable.need, check);
  checked.contentFrom = [...new Set(origins.slice(before))].filter(
    (origin) => !origins.slice(0, before).includes(origin),
  );
  if (finding.level === 'error') {
    checked.complete = false;
    checked.suspects.push({ finding, origin: origins.at(-1) });
  } else checked.findings.push(finding);
  return checked;
}

const SAID_BY_REGISTRY: ReadonlySet<string> = new Set([
  'unauthorized',
  'denied',
  'not-found',
  'credential-helper',
]);

interface Outcome {
  need: ImageNeed;
  /** Where the credentials come from; undefined if there are none. */
  from: string | undefined;
  error?: AirlockError;
}

async function outcomeOf(need: ImageNeed, check: ImagesCheck): Promise<Outcome> {
  const { registry, access, stepTime, signal } = check;
  const { repository, reference } = need;
  const name = `${need.registry}/${repository}`;
  let from: string | undefined;
  try {
    const place = access
      .endpoints(need.registry, repository, 'pull', /^sha256:/.test(reference ?? ''))
      .at(-1)!;
    from = await access.explainCredentials(place.host, place.repository);
    await limited(name, stepTime, signal, async (limit) => {
      if (reference === undefined) return registry.checkAccess(repository, 'pull', { signal: limit });
      if (await registry.resolve(repository, reference, { signal: limit })) return;
      throw new AirlockError('not-found', t('referenceMissing', { repository: name, reference }), {
        remedy: t('referenceMissingRemedy', { need: need.why }),
      });
    });
    return { need, from };
  } catch (error) {
    return { need, from, error: asAirlockError(error) };
  }
}

/** Reports equal outcomes together: a wrong password concerns a registry, not each of its repositories. */
function report(outcomes: readonly Outcome[], check: ImagesCheck, checked: CheckedImages): void {
  const { host } = check.registry;
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const { error, from, need } = outcome;
    const own = error?.code === 'denied' || error?.code === 'not-found';
    const key = `${error?.code ?? ''} ${from ?? ''} ${own ? `${need.repository} ${need.reference}` : ''}`;
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
  for (const alike of groups.values()) {
    const [{ error, from, need }] = alike as [Outcome, ...Outcome[]];
    const names = [...new Set(alike.map((one) => `${one.need.registry}/${one.need.repository}`))];
    const evidence = [
      from === undefined ? t('credentialsMissing') : t('credentials', { where: from }),
      ...names.slice(0, NAMED),
      ...(names.length > NAMED ? [t('moreNames', { count: names.length - NAMED })] : []),
    ];
    if (!error) {
      const statement =
        names.length === 1
          ? t('pullAllowed', { repository: names[0] ?? '' })
          : t('pullsAllowed', { count: names.length });
      checked.findings.push(fine('path', host, statement, evidence));
      continue;
    }
    const subject = names.length === 1 ? names[0]! : host;
    const remedy =
      error.code === 'unauthorized' && from ? t('loginOrSecretRemedy', { host, where: from }) : error.remedy;
    const message =
      alike.length > 1
        ? t('moreFailures', { message: error.message, count: alike.length - 1 })
        : error.message;
    const finding = fault('path', subject, 'error', { code: error.code, message, remedy }, [
      ...evidence,
      t('neededAs', { need: need.why }),
    ]);
    if (SAID_BY_REGISTRY.has(error.code)) checked.findings.push(finding);
    else checked.suspects.push({ finding, origin: check.origins.at(-1) });
  }
  checked.complete = outcomes.every(({ error }) => !error) && outcomes.length === check.needs.length;
}

/** Reads the beginning of a layer. This proves that content is available, and measures the speed. */
async function sample(need: ImageNeed, check: ImagesCheck): Promise<Finding> {
  const { registry, stepTime, signal } = check;
  const name = `${need.registry}/${need.repository}`;
  try {
    const { bytes, ms } = await limited(name, stepTime + SAMPLE_TIME, signal, (limit) =>
      readSample(need, registry, limit),
    );
    const rate = (bytes * 1000) / Math.max(1, ms);
    const statement = t('sample', { bytes: mebibytes(bytes), seconds: (ms / 1000).toFixed(1) });
    if (bytes < TELLING && ms < SAMPLE_TIME)
      return fine('content', registry.host, t('sampleShort', { sample: statement }));
    if (rate > SLOW) {
      const fast = t('sampleFast', { sample: statement, rate: mebibytes(rate) });
      return fine('network-speed', registry.host, fast, [name]);
    }
    const hours = Math.round((20 * 2 ** 30) / rate / 3600);
    const error = new AirlockError(
      'slow',
      t('networkSlow', { host: registry.host, rate: mebibytes(rate), hours }),
    );
    return fault('network-speed', registry.host, 'warning', error, [statement, name]);
  } catch (error) {
    if (signal.aborted) throw interrupted();
    return fault('content', registry.host, 'error', asAirlockError(error), [name]);
  }
}

async function readSample(
  { repository, reference }: ImageNeed,
  registry: Registry,
  signal: AbortSignal,
): Promise<{ bytes: number; ms: number }> {
  let manifest = await registry.manifest(repository, reference!, { signal });
  let content = parseManifest(manifest.bytes, manifest.mediaType);
  if (content.kind === 'index') {
    const known = content.manifests.filter(({ platform }) => platform?.os !== 'unknown');
    const instance = known.find(({ platform }) => platform?.architecture === 'amd64') ?? known[0];
    if (!instance) return { bytes: 0, ms: 0 };
    manifest = await registry.manifest(repository, instance.digest, { signal });
    content = parseManifest(manifest.bytes, manifest.mediaType);
  }
  if (content.kind !== 'image') return { bytes: 0, ms: 0 };
  const layers = content.layers.filter(({ urls }) => !urls?.length);
  const [largest] = layers.sort((a, b) => b.size - a.size);
  let bytes = 0;
  const started = performance.now();
  for await (const chunk of largest ? registry.blob(repository, largest, { signal }) : []) {
    bytes += chunk.length;
    if (bytes >= SAMPLE_BYTES || performance.now() - started > SAMPLE_TIME) break;
  }
  return { bytes, ms: performance.now() - started };
}

function mebibytes(count: number): string {
  const value = count / 2 ** 20;
  return `${value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)} MiB`;
}
