import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { stringify } from 'yaml';
import { valuesOf } from '../core/base/document/yaml-text.ts';
import { firstBootNetwork } from '../core/nmstate/first-boot/fold-back.ts';
import { fleet, fleetTable } from '../core/nmstate/hosts/fleet.fixture.ts';
import { readMachineConfig } from '../core/nmstate/machine-config/read.ts';
import { machineConfigs } from '../core/nmstate/machine-config/write.ts';
import { readNmstate, type StatePart } from '../core/nmstate/model/document.ts';
import type { NmstateProblem } from '../core/nmstate/model/finding.ts';
import { PRESETS } from '../core/nmstate/presets/presets.ts';
import { INTERFACE_ROWS } from '../core/nmstate/rules/interface-rows.fixture.ts';
import { LINK_ROWS } from '../core/nmstate/rules/link-rows.fixture.ts';
import { ROUTE_ROWS } from '../core/nmstate/rules/route-rows.fixture.ts';
import { summaryOf } from '../core/nmstate/validation/summary.ts';
import { validateNmstate } from '../core/nmstate/validation/validate.ts';
import {
  hostFor,
  MACHINE,
  mutantsOf,
  sectionsOf,
  type Verdict,
  verdict,
  verdicts,
  withMacAddresses,
} from './nmstate-host.ts';
import type { Program } from './peers.ts';
import { judgedBy } from './verdicts.ts';

const DIRECTORY = new URL('../../shared/data/nmstate/', import.meta.url).pathname;
const files = existsSync(DIRECTORY) ? readdirSync(DIRECTORY).filter((name) => name !== 'INDEX.tsv') : [];

/** The state of a part as its own document. */
function textOf(part: StatePart, document: ReturnType<typeof readNmstate>): string | undefined {
  const whole = valuesOf(document.yaml)[part.document];
  const path: readonly (string | number)[] = part.root;
  const state = path.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    whole,
  );
  return state === undefined ? undefined : stringify(state);
}

/**
 * Airlock's rules that depend on the state of the node, which only nmstate knows. It warns, and names nmstate's error.
 */
const CONDITIONAL = new Set([
  'type-missing',
  'unknown-type',
  'copy-mac-from-new',
  'ip-on-port-unset',
  'unknown-port',
  'bond-mode',
]);

/** Requirements of br-ex that replace a rule of NMState for the same place. Others are of OVN-Kubernetes. */
const SHARED = new Set(['BR04', 'BR10', 'BR18']);

interface Judgment {
  /** Rules of Airlock that reject the document. */
  rejected: NmstateProblem[];
  /** Whether it depends on the node, too. */
  conditional: boolean;
}

function judge(text: string, options: Parameters<typeof validateNmstate>[1]): Judgment {
  const problems = validateNmstate(readNmstate(text), options);
  const concern = ({ code, rule }: NmstateProblem) => code !== 'nmstate-br-ex' || SHARED.has(rule);
  return {
    rejected: problems.filter((problem) => problem.level === 'error' && concern(problem)),
    conditional: problems.some(({ level, rule }) => level !== 'error' && CONDITIONAL.has(rule)),
  };
}

/** Checks that the profiles contain what Airlock shows for a document: bridge, uplink, addresses, MTU and MAC address. */
function expectProfiles(profiles: NonNullable<Verdict['profiles']>, text: string): void {
  const shown = summaryOf(readNmstate(text).states[0]!.state);
  const all = profiles.map(([, profile]) => sectionsOf(profile));
  const of = (type: string, name: string) =>
    all.filter(
      ({ connection }) =>
        connection?.type === type && (connection['interface-name'] ?? connection.id) === name,
    );
  for (const { interface: name, static: addresses, automatic } of shown.addresses) {
    const type = name === 'br-ex' ? ['ovs-interface'] : ['802-3-ethernet', 'vlan', 'bond'];
    const [profile] = type.flatMap((each) => of(each, name));
    expect(profile, name).toBeDefined();
    const listed = [profile!.ipv4, profile!.ipv6].flatMap((family) =>
      Object.entries(family ?? {}).flatMap(([key, value]) => (/^address\d+$/.test(key) ? value : [])),
    );
    expect({ name, listed: listed.toSorted() }).toEqual({ name, listed: addresses.toSorted() });
    expect(profile!.ipv4?.method === 'auto', name).toBe(automatic.includes('dhcp'));
  }
  for (const { nextHop, interface: name } of shown.routes)
    expect(
      profiles.some(([, profile]) => profile.includes(`,${nextHop},`)),
      `${nextHop} on ${name}`,
    ).toBe(true);
  if (!shown.brEx) return;
  const { uplinks, mtu, macFrom } = shown.brEx;
  expect(of('ovs-bridge', 'br-ex')).toHaveLength(1);
  const [internal] = of('ovs-interface', 'br-ex');
  expect(internal!.ethernet?.mtu).toBe(mtu === undefined ? undefined : String(mtu));
  const mac = MACHINE.nics.find(({ name }) => name === macFrom)?.mac?.toUpperCase();
  if (macFrom !== 'uplink') expect(internal!.ethernet?.['cloned-mac-address']).toBe(mac);
  for (const uplink of uplinks) {
    const [port] = of('ovs-port', uplink);
    expect(port?.connection?.master, uplink).toBe('br-ex');
    expect(
      all.some(({ connection }) => connection?.master === uplink && connection['slave-type'] === 'ovs-port'),
      uplink,
    ).toBe(true);
  }
}

/** Why Airlock rejects documents that nmstate accepts, by rule. */
const STRICTER: Record<string, string> = {
  'duplicate-interface':
    'nmstate uses the last of two interfaces with the same name and drops the other one without a message.',
  'ovs-orphan':
    "nmstate removes an OVS interface that isn't a port of a bridge without a message. This would be br-ex.",
  'unknown-port':
    "nmstate creates an internal interface for a port of an OVS bridge that doesn't exist, so that br-ex has no uplink.",
  'route-destination': "nmstate drops a route without a destination: its profile doesn't contain the route.",
  'unknown-type': "nmstate uses the type of an existing NIC if it doesn't know the type in the document.",
  'unknown-base':
    "nmstate doesn't check the base interface of a VLAN. NetworkManager can't activate its profile.",
  'vlan-base':
    'nmstate writes a profile without parent and ID for a VLAN without settings. NetworkManager rejects it.',
  'route-interface-unknown':
    'nmstate accepts a route over a NIC that only the host has. Airlock requires the complete network on the first boot, when the NIC may have no addresses.',
  'route-interface-ip':
    'nmstate accepts a route over a NIC whose addresses only the host knows. They may be missing on the first boot.',
  'out-of-range': "nmstate doesn't check these numbers. NetworkManager stores 32 bits.",
  'ovn-localnet': "nmstate reads an empty localnet as an empty name, which OVN doesn't accept.",
  'type-missing':
    'nmstate takes the type of the bridge from the OVS interface of the same name, and drops the bridge.',
  'ip-not-enabled':
    'nmstate disables a family without `enabled`, and ignores its addresses without a message.',
  BR04: 'nmstate accepts a bridge without its uplink.',
  'no-state': "nmstate accepts an empty document. Airlock doesn't, because nothing configures the host then.",
};

/** Rules that nmstate 2.2.62 doesn't check before it applies a document, by the start of the title of their document. */
const LATER: [start: RegExp, reason: string][] = [
  [/^name-(length|characters)/, 'NetworkManager rejects the profile.'],
  [/^mtu-nic/, 'nmstate reads the maximum MTU of the NIC from the kernel, not from a recorded state.'],
  [/^mtu-above-base/, 'The kernel rejects an MTU of a VLAN above the one of its base interface.'],
  [/^bond-arp-targets/, 'The kernel rejects the 17th target.'],
  [/^bond-option-mode.*primary/, 'nmstate checks other options. NetworkManager rejects the profile.'],
  [
    /^bond-fail-over-mac/,
    'nmstate 2.2.62 ignores the MAC address of the bond. Version 2.2.38 rejects the document.',
  ],
  [/^vlan-id/, 'The kernel rejects the ID.'],
  [/^ipv6-token-stable-privacy/, 'NetworkManager rejects the profile.'],
  [/^vf-id/, 'nmstate ignores the settings of a virtual function above total-vfs.'],
  [/^vf-first-boot/, 'NetworkManager rejects the profile, whose name of a NIC is not valid.'],
  [/^port-absent/, 'nmstate removes the interface, and leaves its name in the list of ports.'],
  ...['duplicate-interface', 'ip-not-enabled', 'ovs-orphan', 'unknown-base', 'route-destination'].map(
    (rule): [RegExp, string] => [new RegExp(`^${rule}`), STRICTER[rule]!],
  ),
];

await judgedBy('nmstate', ({ agrees, differs }) => {
  for (const preset of PRESETS) {
    const kinds = preset.questions.find(({ id }) => id === 'addressing')?.choices ?? [{ value: '' }];
    const texts = kinds.map(({ value }) => preset.build({ addressing: value }, MACHINE).text);
    agrees(`preset ${preset.id} is valid on its host`, (nmstate, cases) => {
      cases(texts.length);
      for (const text of texts) {
        expect(verdict(nmstate, text, hostFor(text)), text).toEqual({});
        expect(judge(text, { purpose: 'day1', host: MACHINE }).rejected, text).toEqual([]);
      }
    });
    agrees(
      `profiles of preset ${preset.id} have its bridge, addresses, MTU and MAC address`,
      (nmstate, cases) => {
        cases(texts.length);
        for (const text of texts) {
          const { profiles, error } = verdict(nmstate, withMacAddresses(text));
          expect(error, text).toBeUndefined();
          expectProfiles(profiles!, text);
        }
      },
    );
  }

  agrees(
    'networks of the first boot are valid, and their profiles have the same addresses',
    (nmstate, cases) => {
      const texts = PRESETS.flatMap(
        (preset) =>
          firstBootNetwork({ host: MACHINE, document: readNmstate(preset.build({}, MACHINE).text) }).text ??
          [],
      );
      expect(texts.length).toBeGreaterThan(14);
      cases(texts.length);
      for (const text of texts) {
        const { profiles, error } = verdict(nmstate, text);
        expect(error, text).toBeUndefined();
        expectProfiles(profiles!, text);
      }
    },
  );

  agrees('documents of a MachineConfig are valid', async (nmstate, cases) => {
    const { manifests } = await machineConfigs(fleet(fleetTable(4)), { role: 'worker', gzip: true });
    const { files: documents } = await readMachineConfig(manifests[0]!.text);
    cases(documents.length);
    for (const { text } of documents) expect(verdict(nmstate, text!, hostFor(text!)), text).toEqual({});
  });

  for (const file of files) {
    const text = readFileSync(DIRECTORY + file, 'utf8');
    const document = readNmstate(text, { file });
    const before = file.replace(/_(?:desired|diff)\.yml$/, '_current.yml');
    const current =
      before !== file && existsSync(DIRECTORY + before)
        ? readFileSync(DIRECTORY + before, 'utf8')
        : undefined;
    document.states.forEach((part, index) => {
      // A policy whose state is in the wrong place.
      if (textOf(part, document) === undefined) return;
      agrees(`the verdict on ${file}, state ${index + 1}`, (nmstate, cases) => {
        const state = textOf(part, document)!;
        const { rejected, conditional } = judge(state, { purpose: 'plain' });
        const { error } = verdict(nmstate, state, current ?? hostFor(state));
        // The verdict depends on the node, so there is nothing to compare.
        if (conditional && rejected.length === 0) return cases(0);
        const messages = rejected.map(({ message }) => message);
        expect({ rejected: rejected.length > 0, messages }, `nmstate: ${error}`).toEqual({
          rejected: error !== undefined,
          messages: error ? expect.anything() : [],
        });
      });
    });
  }

  const compared = new Map<string, { explained: Map<string, string>; same: number; both: number }>();
  /** Compares all mutants of a document. Returns the first unexplained difference. */
  const compare = (nmstate: Program, text: string) => {
    const current = hostFor(text);
    const mutants = mutantsOf(text);
    const found = { explained: new Map<string, string>(), same: 0, both: 0 };
    const unexplained: string[] = [];
    verdicts(
      nmstate,
      mutants.map((mutant) => ({ desired: mutant.text, current })),
    ).forEach(({ error }, index) => {
      const { change, text: mutant } = mutants[index]!;
      const { rejected, conditional } = judge(mutant, { purpose: 'day1', host: MACHINE });
      const rule = rejected.find((problem) => STRICTER[problem.rule])?.rule;
      // The verdict depends on the node, so there is nothing to compare.
      if (rejected.length === 0 && conditional) return;
      if (rejected.length > 0 === (error !== undefined)) {
        found.same++;
        if (error !== undefined) found.both++;
      } else if (error === undefined && rule) found.explained.set(rule, change);
      else
        unexplained.push(
          JSON.stringify({
            change,
            error,
            rejected: rejected.map(({ rule: id, message }) => `${id}: ${message}`),
          }),
        );
    });
    return { found, unexplained };
  };

  for (const preset of PRESETS)
    agrees(`preset ${preset.id} with one changed field`, (nmstate, cases) => {
      const { found, unexplained } = compare(nmstate, preset.build({}, MACHINE).text);
      compared.set(preset.id, found);
      expect(unexplained.join('\n')).toBe('');
      expect(found.both).toBeGreaterThan(40);
      cases(found.same);
    });
  for (const [rule, reason] of Object.entries(STRICTER))
    differs(`mutants that the rule ${rule} rejects`, reason, () => {
      expect([...compared.values()].some(({ explained }) => explained.has(rule))).toBe(true);
    });

  const rows = [...INTERFACE_ROWS, ...LINK_ROWS, ...ROUTE_ROWS].filter(
    ({ text, level }) => !text.includes('kind:') && level === undefined,
  );
  agrees('there is a document for each rule', () => expect(rows.length).toBeGreaterThan(90));
  for (const { rule, text, message, options } of rows) {
    // As the installer, without a host, or as the node.
    // A veth without a peer exists already, except for the rule about it.
    const nics = rule === 'veth-peer' ? [] : options?.host?.nics;
    const inputs = [{ desired: text }, { desired: text, current: hostFor(text, nics) }];
    const title = `${rule}: ${message}`;
    const rejects = (nmstate: Program) => verdicts(nmstate, inputs).some(({ error }) => error !== undefined);
    const reason = LATER.find(([start]) => start.test(title))?.[1];
    if (reason) differs(`the rule ${title}`, reason, (nmstate) => expect(rejects(nmstate)).toBe(false));
    else agrees(`the rule ${title}`, (nmstate) => expect(rejects(nmstate)).toBe(true));
  }
});
