import type { StatePart } from '../model/document.ts';
import type { Report } from '../model/finding.ts';
import type { Path } from '../model/model.ts';
import { asFields, asText } from '../model/values.ts';
import { t } from './messages.ts';

const QUALIFIED = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const KEYWORDS = ['interfaces', 'routes', 'route-rules', 'dns-resolver', 'hostname', 'ovn', 'ovs-db'];

/**
 * Checks a NodeNetworkConfigurationPolicy outside its state (kubernetes-nmstate user guide, "Configuration"), and its
 * captures. Paths for `report` start at the root of the resource.
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
        ? t('desiredStateBelowSelector')
        : outside
          ? t('desiredStateOutsideSpec')
          : t('desiredStateMissing'),
      remedy: misplaced ? t('desiredStateBelowSelectorRemedy') : t('desiredStateMissingRemedy'),
    });
  }
  for (const key of Object.keys(selector ?? {}))
    if (key !== 'desiredState' && (!QUALIFIED.test(key) || key.length > 253 + 64))
      report({
        rule: 'policy-selector',
        path: ['spec', 'nodeSelector', key],
        of: 'key',
        message: t('selectorKey', { key }),
        remedy: t('selectorKeyRemedy'),
      });
  const unavailable = spec?.maxUnavailable;
  if (unavailable !== undefined && !/^\d+%?$/.test(asText(unavailable) ?? ''))
    report({
      rule: 'policy-max-unavailable',
      path: ['spec', 'maxUnavailable'],
      level: 'warning',
      message: t('maxUnavailable', { value: asText(unavailable) ?? '' }),
      remedy: t('maxUnavailableRemedy'),
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
    add('No ending double quote', t('captureQuoteRemedy'));
    return;
  }
  const sides = unquoted.split('|').map((side) => side.trim());
  if (sides.length > 1 && !/^capture\.[\w-]+(\.|$)/.test(sides[0]!))
    add("The pipe action should always in format of 'capture.<capture_name>'", t('capturePipeRemedy'));
  const first = /^([\w-]+)/.exec(sides.at(-1) ?? '')?.[1];
  if (first !== undefined && first !== 'capture' && !KEYWORDS.includes(first))
    add(
      t('captureKeyword', { first }),
      t('captureKeywordRemedy', { keywords: KEYWORDS.slice(0, 3).join(', ') }),
    );
  for (const match of unquoted.matchAll(/\bcapture\.([\w-]+)/g))
    if (!(match[1]! in captures)) add(t('captureUnknown', { name: match[1]! }), t('captureUnknownRemedy'));
}

/** Checks that every `{{ capture.x… }}` in the state is a capture of the policy. */
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
          message: t('captureUnknown', { name: match[1]! }),
          remedy: t('captureUnknownRemedy'),
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
