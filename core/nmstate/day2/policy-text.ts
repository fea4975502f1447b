import { setValue } from '../../base/document/edit/edit.ts';
import { readYaml } from '../../base/document/yaml-text.ts';
import type { Fields } from '../model/values.ts';
import { type PolicyTarget, selectorOf } from './node-selector.ts';

export interface PolicyParts {
  name: string;
  target: PolicyTarget;
  /** How many nodes change at the same time. If undefined, the operator uses half of them. */
  maxUnavailable: number | string | undefined;
  state: Fields;
  /** Lines above the document. */
  comment: readonly string[];
}

/** Returns the text of a NodeNetworkConfigurationPolicy (`nmstate.io/v1`). */
export function policyText({ name, target, maxUnavailable, state, comment }: PolicyParts): string {
  const resource = {
    apiVersion: 'nmstate.io/v1',
    kind: 'NodeNetworkConfigurationPolicy',
    metadata: { name },
    spec: {
      nodeSelector: selectorOf(target),
      maxUnavailable,
      desiredState: state,
    },
  };
  return `${comment.map((line) => `# ${line}\n`).join('')}${setValue(readYaml(''), [], resource).text}`;
}

/** Returns a name that Kubernetes accepts and that sorts by the subject of the policy. */
export function policyName(target: PolicyTarget, brEx: boolean): string {
  const who = 'host' in target ? target.host : target.role;
  const words = who
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .replaceAll(/^[.-]+|[.-]+$/g, '');
  return `${brEx ? 'br-ex' : 'network'}-${words}`.slice(0, 253);
}
