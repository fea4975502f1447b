import type { StatePart } from '../model/document.ts';
import type { Report } from '../model/finding.ts';
import type { Path } from '../model/model.ts';
import { asFields, asText } from '../model/values.ts';

const QUALIFIED = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const KEYWORDS = ['interfaces', 'routes', 'route-rules', 'dns-resolver', 'hostname', 'ovn', 'ovs-db'];

/**
 * What surrounds the state in a NodeNetworkConfigurationPolicy (kubernetes-nmstate user guide, "Configuration"), and
 * captures. `report` takes paths from the root of the resource.
 */
export function checkPolicy(part: StatePart, report: Report): void {
  if (part.wrapper === 'policy') shape(part, report);
  const captures = part.capture ?? {};
  const base: Path = part.wrapper === 'policy' ? ['spec', 'capture'] : ['capture'];
  for (const [name, expression] of Object.entries(captures)) {
    const text = asText(expression);
    if (text !== undefined) checkExpression(text, captures, [...base, name], report);
  }
  references(part.state.fields, part.root.slice(part.base.length), captures, report);
}

function shape({ owner }: StatePart, report: Report): void {
  const spec = asFields(owner.spec);
  const selector = asFields(spec?.nodeSelector);
  if (!asFields(spec?.desiredState)) {
    const misplaced = selector && 'desiredState' in selector;
    const outside = asFields(owner.desiredState) !== undefined;
    report({
      rule: 'policy-desired-state',
      path: misplaced ? ['spec', 'nodeSelector', 'desiredState'] : outside ? ['desiredState'] : ['spec'],
      of: 'key',
      level: misplaced || outside || !spec ? 'error' : 'warning',
      message: misplaced
        ? 'desiredState is below nodeSelector: the policy selects no node and asks for nothing'
        : outside
          ? 'desiredState is beside spec: the policy asks for nothing'
          : 'The policy has no desiredState: it asks for nothing',
      remedy: misplaced ? 'Move it one level out, beside `nodeSelector`.' : 'Write it below `spec`.',
    });
  }
  for (const key of Object.keys(selector ?? {}))
    if (key !== 'desiredState' && (!QUALIFIED.test(key) || key.length > 253 + 64))
      report({
        rule: 'policy-selector',
        path: ['spec', 'nodeSelector', key],
        of: 'key',
        message: `nodeSelector keys must be valid qualified names: ${key}`,
        remedy: 'Write e.g. `kubernetes.io/hostname` or `node-role.kubernetes.io/worker`.',
      });
  const unavailable = spec?.maxUnavailable;
  if (unavailable !== undefined && !/^\d+%?$/.test(asText(unavailable) ?? ''))
    report({
      rule: 'policy-max-unavailable',
      path: ['spec', 'maxUnavailable'],
      level: 'warning',
      message: `maxUnavailable ${asText(unavailable) ?? ''} is no number and no percentage: the default, 50%, is used`,
      remedy: 'Write e.g. 1 or 10%.',
    });
}

function checkExpression(
  text: string,
  captures: Readonly<Record<string, unknown>>,
  path: Path,
  report: Report,
): void {
  const add = (message: string, remedy: string) => report({ rule: 'capture', path, message, remedy });
  const unquoted = text.replaceAll(/"(?:[^"\\]|\\.?)*("?)/gs, '"$1');
  if ((unquoted.match(/"/g)?.length ?? 0) % 2 === 1) {
    add('No ending double quote', 'Close the quotes of the expression.');
    return;
  }
  const sides = unquoted.split('|').map((side) => side.trim());
  if (sides.length > 1 && !/^capture\.[\w-]+(\.|$)/.test(sides[0]!))
    add(
      "The pipe action should always in format of 'capture.<capture_name>'",
      'Begin with the capture to go on from, e.g. `capture.default-gw | …`.',
    );
  const first = /^([\w-]+)/.exec(sides.at(-1) ?? '')?.[1];
  if (first !== undefined && first !== 'capture' && !KEYWORDS.includes(first))
    add(
      `Unsupported capture keyword '${first}'`,
      `Begin with ${KEYWORDS.slice(0, 3).join(', ')} or capture.`,
    );
  for (const match of unquoted.matchAll(/\bcapture\.([\w-]+)/g))
    if (!(match[1]! in captures)) add(`Capture ${match[1]} not found`, 'Name a capture of this policy.');
}

/** `{{ capture.x… }}` in the state must name a capture of the policy. */
function references(
  value: unknown,
  path: Path,
  captures: Readonly<Record<string, unknown>>,
  report: Report,
): void {
  if (typeof value === 'string') {
    for (const match of value.matchAll(/\{\{\s*capture\.([\w-]+)/g))
      if (!(match[1]! in captures))
        report({
          rule: 'capture',
          path,
          message: `Capture ${match[1]} not found`,
          remedy: 'Name a capture of this policy.',
        });
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      references(item, [...path, index], captures, report);
    });
  } else {
    for (const [key, item] of Object.entries(asFields(value) ?? {}))
      references(item, [...path, key], captures, report);
  }
}
