import type { ObjectKind } from './catalog-model.ts';

/** `group/version/kind`, which names a kind in messages and in the table of providers. */
export function kindKey({ group, version, kind }: ObjectKind): string {
  return `${group}/${version}/${kind}`;
}
