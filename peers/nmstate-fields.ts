import { stringify } from 'yaml';
import type { Field } from '../core/base/document/fields.ts';
import { fieldsOfType } from '../core/nmstate/schema/interface-fields.ts';
import { STATE } from '../core/nmstate/schema/state-fields.ts';
import { BLOCKS } from '../core/nmstate/schema/type-fields.ts';
import { verdicts } from './nmstate-host.ts';
import type { Program } from './peers.ts';

/** A mapping in a state. */
interface Part {
  /** Its path, for example `bond.link-aggregation`. */
  path: string;
  /** The fields that Airlock accepts in it. */
  known: string[];
  /** Returns a state with it. */
  state: (content: object) => object;
}

const UNKNOWN = 'not-a-field';

/** Returns the fields that Airlock and nmstate accept, of each part of a state for which nmstate lists them. */
export function fieldsOfParts(nmstate: Program): { path: string; known: string[]; listed: string[] }[] {
  const parts: Part[] = [];
  const visit = (field: Field, path: string, state: (value: unknown) => object): void => {
    if (field.kind === 'list') visit(field.of, path, (value) => state([value]));
    if (field.kind === 'either') for (const one of field.of) visit(one, path, state);
    if (field.kind !== 'object') return;
    parts.push({ path, known: Object.keys(field.fields).sort(), state });
    for (const [key, inner] of Object.entries(field.fields))
      visit(inner, path ? `${path}.${key}` : key, (value) => state({ [key]: value }));
  };
  visit({ kind: 'object', fields: STATE }, '', (value) => value as object);
  for (const type of Object.keys(BLOCKS))
    visit({ kind: 'object', fields: fieldsOfType(type) }, type, (value) => ({
      interfaces: [{ name: 'x', type, ...(value as object) }],
    }));
  const answers = verdicts(
    nmstate,
    parts.map(({ state }) => ({ desired: stringify(state({ [UNKNOWN]: 1 })) })),
  );
  return parts.flatMap(({ path, known }, index) => {
    const list = new RegExp(`unknown field \`${UNKNOWN}\`, expected (.*)`).exec(answers[index]!.error ?? '');
    return list
      ? { path, known, listed: [...list[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!).sort() }
      : [];
  });
}
