import type { Report } from '../model/finding.ts';
import { remove } from '../model/fixes.ts';
import { type Interface, isUp, USER_SPACE } from '../model/model.ts';
import { find, parseVf, type RuleContext, unknownName } from './context.ts';

/** How interfaces may hang together (nmstate: rust/src/lib/ifaces/inter_ifaces_controller.rs). */
export function checkGraph(context: RuleContext, report: Report): void {
  duplicates(context, report);
  overbooked(context, report);
  ports(context, report);
  bases(context, report);
  nesting(context, report);
}

/** nmstate keeps the last of two interfaces with one name and says nothing. */
function duplicates({ state }: RuleContext, report: Report): void {
  const seen = new Set<string>();
  for (const iface of state.interfaces) {
    if (!iface.name) continue;
    const key = `${USER_SPACE.has(iface.type ?? '') ? iface.type : 'kernel'} ${iface.name}`;
    if (seen.has(key))
      report({
        rule: 'duplicate-interface',
        path: [...iface.path, 'name'],
        message: `Interface ${iface.name} is there twice: the last one wins, the others are dropped without a word`,
        remedy: 'Bring both entries together, or give one of them another name.',
        fix: remove('Take this one out', iface.path),
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
      message: `Port ${name} is overbooked by two controller: ${first.controller.name}, ${second.controller.name}`,
      remedy: `Leave ${name} in one of them.`,
      fix: second.port && remove(`Take ${name} out of ${second.controller.name}`, second.port.path),
    });
  }
}

function ports(context: RuleContext, report: Report): void {
  for (const controller of context.state.interfaces) {
    if (!isUp(controller)) continue;
    for (const port of controller.ports ?? []) {
      if (!port.name || port.name.includes('{{') || parseVf(port.name)) continue;
      const iface = context.graph.kernel.get(port.name);
      if (iface?.state === 'absent')
        report({
          rule: 'port-absent',
          path: port.path,
          message: `Controller interface ${controller.name} is holding unknown port ${port.name}: it is marked as absent`,
          remedy: `Take ${port.name} out of the ports, or let it be up.`,
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
              ? `Controller interface ${controller.name} is holding unknown port ${port.name}`
              : `${controller.name} has the port ${port.name}, which this document does not define`,
          remedy:
            level === 'error'
              ? `Name a NIC of this machine (${nicNames(context)}), or define ${port.name} in the document.`
              : `Nothing to do if the node has a NIC ${port.name}; the document does not define it.`,
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
    if (parent?.state === 'absent')
      report({
        rule: 'parent-absent',
        path,
        message: `Interface ${iface.name} cannot be in up state as its parent ${iface.base} has been marked as absent`,
        remedy: `Let ${iface.base} be up, or take ${iface.name} out.`,
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
        message: `Interface ${iface.name} has MTU ${iface.mtu}, more than ${parent.name} below it with ${parent.mtu}`,
        remedy: `Give ${parent.name} an MTU of ${iface.mtu} at least, or ${iface.name} one of ${parent.mtu} at most.`,
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
            ? `Interface ${iface.name} has the unknown base interface ${iface.base}`
            : `${iface.name} stands on ${iface.base}, which this document does not define`,
        remedy:
          level === 'error'
            ? `Name a NIC of this machine (${nicNames(context)}), or define ${iface.base} in the document.`
            : `Nothing to do if the node has an interface ${iface.base}; the document does not define it.`,
      });
  }
}

/** Where an interface names its base. */
function basePath(iface: Interface): readonly (string | number)[] {
  const block = Object.keys(iface.fields).find((key) => {
    const value = iface.fields[key];
    return typeof value === 'object' && value !== null && 'base-iface' in value;
  });
  return block === undefined ? iface.path : [...iface.path, block, 'base-iface'];
}

/** Controllers above controllers: at most four levels, unless the document has each controller before its ports. */
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
            message: `Interface ${iface.name} is a port of itself, by ${[...seen].map(({ name }) => name).join(', ')}`,
            remedy: 'Take one of them out of the ports of the other.',
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
        remedy: `Place every controller above ${iface.name} before its ports.`,
      });
  }
}
