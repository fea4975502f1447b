import type { ObjectKind } from './catalog-model.ts';

/** Returns `group/version/kind`, the name of a kind in messages and in the table of providers. */
export function kindKey({ group, version, kind }: ObjectKind): string {
  return `${group}/${version}/${kind}`;
}
