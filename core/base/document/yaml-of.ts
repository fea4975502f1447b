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
 * Returns a value as YAML. Quotes every text that Kubernetes tools would read as another type, because they read YAML
 * 1.1, in which `yes`, `on` and `1_000` aren't texts.
 */
export function yamlOf(value: unknown, options: Options = {}): string {
  return stringify(value, { compat: 'yaml-1.1', ...options });
}
