import {
  type CreateNodeOptions,
  type DocumentOptions,
  type ParseOptions,
  type SchemaOptions,
  stringify,
  type ToStringOptions,
} from 'yaml';

type Options = CreateNodeOptions & DocumentOptions & ParseOptions & SchemaOptions & ToStringOptions;

/**
 * Returns a value as YAML with every text in quotes that Kubernetes' tools would read as something else: they read YAML 1.1,
 * in which `yes`, `on` and `1_000` are no texts.
 */
export function yamlOf(value: unknown, options: Options = {}): string {
  return stringify(value, { compat: 'yaml-1.1', ...options });
}
