import type { Report } from '../model/finding.ts';
import { remove } from '../model/fixes.ts';
import { type Interface, isConfigured, isUp, USER_SPACE } from '../model/model.ts';
import { find, isCreated, parseVf, type RuleContext, unknownName } from './context.ts';
import { t } from './messages.ts';

/** Checks ports, controllers and base interfaces (nmstate: rust/src/lib/ifaces/inter_ifaces_controller.rs). */
export function checkGraph(context: RuleContext, report: Report): void {
  duplicates(context, report);
  overbooked(context, report);
  ports(context, report);
  bases(context, report);
  nesting(context, report);
}

/** nmstate uses the last of two interfaces with the same name, without a warning. */
function duplicates({ state }: RuleContext, report: Report): void {
  const seen = new Set<string>();
  for (const iface of state.interfaces) {
    if (!iface.name) continue;
    const key = `${USER_SPACE.has(iface.type ?? '') ? iface.type : 'kernel'} ${iface.name}`;
    if (seen.has(key))
      report({
        rule: 'duplicate-interface',
        path: [...iface.path, 'name'],
        message: t('interfaceTwice', { name: iface.name }),
        remedy: t('interfaceTwiceRemedy'),
        fix: remove(t('interfaceTwiceFix'), iface.path),
      });
    seen.add(key);
  }
}

function overbooked({ graph }: RuleContext, report: Report): void {
  for (const [name, controllers] of graph.controllers) {
    if (controllers.length < 2) continue;
    const [first, second] = [controllers[0]!, controllers[1]!];
    const place = second.port?.path ?? find(graph, name)?.path ?? second.controller.path;
    report({
      rule: 'port-overbooked',
      path: place,
      message: t('portOverbooked', { name, first: first.controller.name, second: second.controller.name }),
      remedy: t('portOverbookedRemedy', { name }),
      fix:
        second.port &&
        remove(t('portOverbookedFix', { name, controller: second.controller.name }), second.port.path),
    });
  }
}

function ports(context: RuleContext, report: Report): void {
  for (const controller of context.state.interfaces) {
    if (!isConfigured(controller)) continue;
    for (const port of controller.ports ?? []) {
      if (!port.name || port.name.includes('{{') || parseVf(port.name)) continue;
      const iface = context.graph.kernel.get(port.name);
      if (iface?.state === 'absent')
        report({
          rule: 'port-absent',
          path: port.path,
          message: t('portAbsent', { name: controller.name, port: port.name }),
          remedy: t('portAbsentRemedy', { name: port.name }),
        });
      if (iface) continue;
      const level = unknownName(context, port.name);
      if (level)
        report({
          rule: 'unknown-port',
          path: port.path,
          level,
          message:
            level === 'error'
              ? t('portUnknown', { name: controller.name, port: port.name })
              : t('portUndefined', { name: controller.name, port: port.name }),
          remedy:
            level === 'error'
              ? t('nicUnknownRemedy', { nics: nicNames(context), name: port.name })
              : t('portUndefinedRemedy', { name: port.name }),
        });
    }
  }
}

function nicNames({ nics }: RuleContext): string {
  return (nics ?? []).flatMap((nic) => nic.name ?? []).join(', ');
}

function bases(context: RuleContext, report: Report): void {
  for (const iface of context.state.interfaces) {
    if (!isUp(iface) || iface.base === undefined || iface.base.includes('{{')) continue;
    const parent = context.graph.kernel.get(iface.base);
    const path = basePath(iface);
    // A removed NIC still exists.
    if (parent?.state === 'absent' && isCreated(parent))
      report({
        rule: 'parent-absent',
        path,
        message: t('parentAbsent', { name: iface.name, base: iface.base }),
        remedy: t('parentAbsentRemedy', { base: iface.base, name: iface.name }),
      });
    if (
      parent?.mtu !== undefined &&
      iface.mtu !== undefined &&
      iface.mtu > parent.mtu &&
      iface.type === 'vlan'
    )
      report({
        rule: 'mtu-above-base',
        path: [...iface.path, 'mtu'],
        message: t('mtuAboveBase', {
          name: iface.name,
          mtu: iface.mtu,
          base: parent.name,
          baseMtu: parent.mtu,
        }),
        remedy: t('mtuAboveBaseRemedy', {
          base: parent.name,
          mtu: iface.mtu,
          name: iface.name,
          baseMtu: parent.mtu,
        }),
      });
    if (parent) continue;
    const level = unknownName(context, iface.base);
    if (level)
      report({
        rule: 'unknown-base',
        path,
        level,
        message:
          level === 'error'
            ? t('baseUnknown', { base: iface.base, name: iface.name })
            : t('baseUndefined', { base: iface.base, name: iface.name }),
        remedy:
          level === 'error'
            ? t('nicUnknownRemedy', { nics: nicNames(context), name: iface.base })
            : t('baseUndefinedRemedy', { base: iface.base }),
      });
  }
}

/** Returns the path of an interface's `base-iface`. */
function basePath(iface: Interface): readonly (string | number)[] {
  const block = Object.keys(iface.fields).find((key) => {
    const value = iface.fields[key];
    return typeof value === 'object' && value !== null && 'base-iface' in value;
  });
  return block === undefined ? iface.path : [...iface.path, block, 'base-iface'];
}

/** Checks that controllers are nested in at most four levels, unless each controller comes before its ports. */
function nesting({ graph, state }: RuleContext, report: Report): void {
  const position = new Map(state.interfaces.map((iface, index) => [iface, index]));
  for (const iface of state.interfaces) {
    if (!isUp(iface)) continue;
    let [depth, ordered] = [0, true];
    let here: Interface = iface;
    const seen = new Set<Interface>([iface]);
    while (true) {
      const up: Interface | undefined = USER_SPACE.has(here.type ?? '')
        ? undefined
        : graph.controllers.get(here.name)?.[0]?.controller;
      if (!up) break;
      if (seen.has(up)) {
        if (up === iface)
          report({
            rule: 'port-circle',
            path: [...iface.path, 'name'],
            message: t('portCircle', {
              name: iface.name,
              interfaces: [...seen].map(({ name }) => name).join(', '),
            }),
            remedy: t('portCircleRemedy'),
          });
        break;
      }
      seen.add(up);
      ordered &&= position.get(up)! < position.get(here)!;
      depth += 1;
      here = up;
    }
    if (depth > 4 && !ordered)
      report({
        rule: 'nested-too-deep',
        path: [...iface.path, 'name'],
        message:
          'Failed to set up priority: nmstate only support nested interface up to 4 levels. To support more nest level, please order the interfaces in desire state to place controller before its ports',
        remedy: t('nestedTooDeepRemedy', { name: iface.name }),
      });
  }
}
