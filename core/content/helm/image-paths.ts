import { isValueMap, type Value } from './charts/yaml.ts';

type Step =
  | { kind: 'field'; name: string }
  | { kind: 'all' }
  | { kind: 'index'; at: number }
  | { kind: 'deep' };

/** A path that was read: one alternative a brace. */
export interface ImagePath {
  text: string;
  branches: Step[][];
}

const POD_SPECS = ['.spec.template.spec', '.spec', '.spec.jobTemplate.spec.template.spec'];

/**
 * Where oc-mirror v2 looks for images in every document (internal/pkg/helm/local_stored_collector.go), and the pods of
 * a CronJob, which it forgets.
 */
export const USUAL_IMAGE_PATHS: ImagePath[] = POD_SPECS.flatMap((spec) =>
  ['initContainers', 'containers'].map((list) => parseImagePath(`{${spec}.${list}[*].image}`)),
);

/**
 * Reads a JSONPath as Kubernetes writes it: `{.spec.jobs[*].image}`, `{..image}`, `{.metadata.annotations.a\.b}`,
 * `{.spec['name'][0]}`; several braces are several paths. Filters, slices, unions and range have no place here.
 * @throws Error that says what cannot be read
 */
export function parseImagePath(text: string): ImagePath {
  const braces = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, body]) => body!.trim());
  const between = text.replace(/\{[^{}]*\}/g, '').trim();
  if (braces.length === 0)
    throw new Error(`it has no braces: write {${text.startsWith('.') ? '' : '.'}${text}}`);
  if (between) throw new Error(`${JSON.stringify(between)} stands outside the braces`);
  return { text, branches: braces.map(stepsOf) };
}

function stepsOf(body: string): Step[] {
  const steps: Step[] = [];
  let rest = body.replace(/^[$@]/, '');
  if (!/^[.[]/.test(rest)) throw new Error(`${JSON.stringify(body)} does not begin with a dot`);
  while (rest) {
    const [token, deep, all, name, single, double, index] =
      /^(?:(\.\.)(?=[\w*[])|\.?(\*|\[\*\])|\.?((?:[\w/-]|\\.)+)|\.?\[(?:'([^']*)'|"([^"]*)")\]|\.?\[(-?\d+)\])/.exec(
        rest,
      ) ?? [];
    if (!token)
      throw new Error(`${JSON.stringify(rest)} is not understood: names, [*], [0], ['name'] and .. are`);
    if (deep) steps.push({ kind: 'deep' });
    else if (all) steps.push({ kind: 'all' });
    else if (name !== undefined) steps.push({ kind: 'field', name: name.replace(/\\(.)/g, '$1') });
    else if (index !== undefined) steps.push({ kind: 'index', at: Number(index) });
    else steps.push({ kind: 'field', name: single ?? double ?? '' });
    rest = rest.slice(token.length);
  }
  return steps;
}

/** The texts that a path finds in a document, split at spaces as oc-mirror splits them; what is no text is left out. */
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
