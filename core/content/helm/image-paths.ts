import { isValueMap, type Value } from './charts/yaml.ts';
import { t } from './messages.ts';

type Step =
  | { kind: 'field'; name: string }
  | { kind: 'all' }
  | { kind: 'index'; at: number }
  | { kind: 'deep' };

/** A parsed path, with one branch per brace. */
export interface ImagePath {
  text: string;
  branches: Step[][];
}

const POD_SPECS = ['.spec.template.spec', '.spec', '.spec.jobTemplate.spec.template.spec'];

/**
 * The paths at which oc-mirror v2 looks for images in every document (internal/pkg/helm/local_stored_collector.go), and
 * the pods of a CronJob, which it ignores.
 */
export const USUAL_IMAGE_PATHS: ImagePath[] = POD_SPECS.flatMap((spec) =>
  ['initContainers', 'containers'].map((list) => parseImagePath(`{${spec}.${list}[*].image}`)),
);

/**
 * Parses a JSONPath of Kubernetes: `{.spec.jobs[*].image}`, `{..image}`, `{.metadata.annotations.a\.b}`,
 * `{.spec['name'][0]}`. Several braces are several paths. Filters, slices, unions and range aren't supported.
 * @throws Error with the invalid part
 */
export function parseImagePath(text: string): ImagePath {
  const braces = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, body]) => body!.trim());
  const between = text.replace(/\{[^{}]*\}/g, '').trim();
  if (braces.length === 0) {
    const path = text.replace(/[{}]/g, '');
    throw new Error(t('pathWithoutBraces', { path: `${path.startsWith('.') ? '' : '.'}${path}` }));
  }
  if (between) throw new Error(t('pathOutsideBraces', { text: JSON.stringify(between) }));
  return { text, branches: braces.map(stepsOf) };
}

function stepsOf(body: string): Step[] {
  const steps: Step[] = [];
  let rest = body.replace(/^[$@]/, '');
  if (!/^[.[]/.test(rest)) throw new Error(t('pathWithoutDot', { text: JSON.stringify(body) }));
  while (rest) {
    const [token, deep, all, name, single, double, index] =
      /^(?:(\.\.)(?=[\w*[])|\.?(\*|\[\*\])|\.?((?:[\w/-]|\\.)+)|\.?\[(?:'([^']*)'|"([^"]*)")\]|\.?\[(-?\d+)\])/.exec(
        rest,
      ) ?? [];
    if (!token) throw new Error(t('pathUnsupported', { text: JSON.stringify(rest) }));
    if (deep) steps.push({ kind: 'deep' });
    else if (all) steps.push({ kind: 'all' });
    else if (name !== undefined) steps.push({ kind: 'field', name: name.replace(/\\(.)/g, '$1') });
    else if (index !== undefined) steps.push({ kind: 'index', at: Number(index) });
    else steps.push({ kind: 'field', name: single ?? double ?? '' });
    rest = rest.slice(token.length);
  }
  return steps;
}

/** Returns the strings at a path in a document, split at spaces like in oc-mirror. Other values are skipped. */
export function findImages(document: Value, path: ImagePath): string[] {
  return path.branches.flatMap((steps) =>
    steps
      .reduce<Value[]>((found, step) => found.flatMap((value) => take(value, step)), [document])
      .flatMap((value) => (typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : [])),
  );
}

function take(value: Value, step: Step): Value[] {
  if (step.kind === 'deep') return [...everyBelow(value)];
  if (Array.isArray(value)) {
    if (step.kind === 'all') return value;
    const item = step.kind === 'index' ? value.at(step.at) : undefined;
    return item === undefined ? [] : [item];
  }
  if (!isValueMap(value)) return [];
  if (step.kind === 'all') return Object.values(value);
  return step.kind === 'field' && Object.hasOwn(value, step.name) ? [value[step.name]!] : [];
}

function* everyBelow(value: Value): Generator<Value> {
  yield value;
  const inside: readonly Value[] = Array.isArray(value)
    ? value
    : isValueMap(value)
      ? Object.values(value)
      : [];
  for (const each of inside) yield* everyBelow(each);
}
