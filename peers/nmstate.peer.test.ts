import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { stringify } from 'yaml';
import { mutantsOf } from '../core/base/document/mutants.fixture.ts';
import { valuesOf } from '../core/base/document/yaml-text.ts';
import { firstBootNetwork } from '../core/nmstate/first-boot/fold-back.ts';
import { fleet, fleetTable } from '../core/nmstate/hosts/fleet.fixture.ts';
import { readMachineConfig } from '../core/nmstate/machine-config/read.ts';
import { machineConfigs } from '../core/nmstate/machine-config/write.ts';
import { readNmstate, type StatePart } from '../core/nmstate/model/document.ts';
import type { NmstateProblem } from '../core/nmstate/model/finding.ts';
import type { Nic } from '../core/nmstate/model/host.ts';
import { PRESETS } from '../core/nmstate/presets/presets.ts';
import { INTERFACE_ROWS } from '../core/nmstate/rules/interface-rows.fixture.ts';
import { LINK_ROWS } from '../core/nmstate/rules/link-rows.fixture.ts';
import { ROUTE_ROWS } from '../core/nmstate/rules/route-rows.fixture.ts';
import { summaryOf } from '../core/nmstate/validation/summary.ts';
import { validateNmstate } from '../core/nmstate/validation/validate.ts';
import { fieldsOfParts } from './nmstate-fields.ts';
import {
  addressesOf,
  hostFor,
  MACHINE,
  nicsOf,
  sectionsOf,
  type Verdict,
  verdict,
  verdicts,
  withMacAddresses,
} from './nmstate-host.ts';
import type { Program } from './peers.ts';
import { judgedBy, type Unjudged } from './verdicts.ts';

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

/** The published states, each with the state of a host that it is for. */
const published = files.flatMap((file) => {
  const document = readNmstate(readFileSync(DIRECTORY + file, 'utf8'), { file });
  const before = file.replace(/_(?:desired|diff)\.yml$/, '_current.yml');
  const recorded = before !== file && existsSync(DIRECTORY + before);
  return document.states.flatMap((part, index) => {
    const state = textOf(part, document);
    // A policy whose state is in the wrong place.
    if (state === undefined) return [];
    const current = recorded ? readFileSync(DIRECTORY + before, 'utf8') : hostFor(state);
    return { title: `${file}, state ${index + 1}`, state, current };
  });
});

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
  'vlan-base',
  'vrf-table',
  'veth-peer',
  'route-interface-unknown',
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
function expectProfiles(
  profiles: NonNullable<Verdict['profiles']>,
  text: string,
  nics: readonly Nic[] = MACHINE.nics,
): void {
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
    const listed = addressesOf(profile!);
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
  const mac = nics.find(({ name }) => name === macFrom)?.mac?.toUpperCase();
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

/** Why Airlock rejects documents that nmstate accepts, by rule and path. */
const STRICTER: readonly [rule: RegExp, reason: string][] = [
  [
    /^duplicate-interface /,
    'nmstate uses the last of two interfaces with the same name and drops the other one, with only a warning in its log.',
  ],
  [
    /^ovs-orphan /,
    "nmstate removes an OVS interface that isn't a port of a bridge without a message. This would be br-ex.",
  ],
  [
    /^unknown-port /,
    "nmstate creates an internal interface for a port of an OVS bridge that doesn't exist, so that the bridge has no uplink.",
  ],
  [
    /^route-destination /,
    "nmstate drops a route without a destination: its profile doesn't contain the route.",
  ],
  [/^unknown-type /, "nmstate uses the type of an existing NIC if it doesn't know the type in the document."],
  [
    /^unknown-base /,
    "nmstate doesn't check the base interface of a VLAN. NetworkManager can't activate its profile.",
  ],
  [
    /^vlan-base /,
    'nmstate writes a profile without parent and ID for a VLAN without settings. NetworkManager rejects it.',
  ],
  [
    /^route-interface-unknown /,
    'nmstate accepts a route over a NIC that only the host has. Airlock requires the complete network on the first boot, when the NIC may have no addresses.',
  ],
  [
    /^route-interface-ip /,
    'nmstate accepts a route over a NIC whose addresses only the host knows. They may be missing on the first boot.',
  ],
  [/^out-of-range /, "nmstate doesn't check these numbers. NetworkManager stores 32 bits."],
  [/^ovn-localnet /, "nmstate reads an empty localnet as an empty name, which OVN doesn't accept."],
  [
    /^type-missing /,
    'nmstate takes the type of the bridge from the OVS interface of the same name, and drops the bridge.',
  ],
  [
    /^ip-not-enabled /,
    'nmstate disables a family without `enabled`, and ignores its addresses without a message.',
  ],
  [/^BR04 /, 'nmstate accepts a bridge without its uplink.'],
  [
    /^no-state /,
    "nmstate accepts an empty document. Airlock doesn't, because nothing configures the host then.",
  ],
];

/** The same for documents that only mutants of published files contain. */
const STRICTER_PUBLISHED: readonly [rule: RegExp, reason: string][] = [
  [/^mac-syntax /, "nmstate doesn't check MAC addresses. NetworkManager rejects the profile."],
  [
    /^unknown-field .*(bridge-mappings|ports-config|802\.1x)/,
    'nmstate ignores unknown fields of bridge mappings, bond ports and 802.1X, so that a misspelled setting is lost.',
  ],
  [
    /^wrong-type .*(dns-resolver\.|leftmodecfgclient)/,
    'nmstate reads an empty DNS server or search domain as a text, and `leftmodecfgclient` without a value as unset.',
  ],
  [/^unknown-value .*bridge\.options/, "nmstate doesn't check these words. Open vSwitch rejects them."],
  [/^bond-ports-conflict /, 'nmstate uses the last of two entries for the same port of a bond.'],
  [/^vf-id /, 'nmstate uses one of two entries for the same virtual function.'],
];

/** Why Airlock accepts documents that nmstate rejects, by the message of nmstate. */
const MILDER: readonly [message: RegExp, reason: string][] = [
  [
    /marked as IPv[46] disabled/,
    'Airlock accepts a route over an interface whose addresses the document leaves out, because the node may have them.',
  ],
  [
    /no OVS bridge holding name desired by OVN/,
    'Airlock accepts a mapping to a bridge that the document leaves out, because the node may have it.',
  ],
];

/** How nmstate words a rule that Airlock words in another way, by the start of the title of their document. */
const WORDING: readonly [start: RegExp, message: RegExp][] = [
  [/^type-missing/, /find unknown type interface bond0 in current state$/],
  [
    /^ip-on-port/,
    /^InvalidArgument: Interface eth1 cannot have IP enabled as it is attached to controller bond0/,
  ],
  [/^controller-conflict/, /Interface eth3 has controller bond0 but not listed in port list/],
  [/^address-family: Got IPv6/, /Got IPv6 address 2001:db8::1\/24 in ipv4 config section/],
  [/^address-family: Got IPv4/, /Got IPv4 address 192\.0\.2\.1\/64 in ipv6 config section/],
  [/^address-syntax.*192\.0\.2\.256/, /^interfaces: invalid IP address syntax/],
  [/^address-syntax/, /^InvalidArgument: Invalid IP address : invalid IP address syntax$/],
  [/^loopback-ip.*disabled/, /Loopback interface cannot have IPv4 disabled/],
  [/^loopback-ip.*DHCP/, /Loopback interface cannot have IPv4 DHCP enabled/],
  [/^vf-missing/, /Failed to find SR-IOV VF interface name for bond0/],
  [/^veth-peer/, /Ethernet interface v1 does not exists/],
  [/^bond-option-mode.*lacp_rate/, /The `lacp_rate` option is only valid for bond in '802\.3ad' mode/],
  [/^bond-option-mode.*arp_interval/, /The `arp_interval` option is invalid for bond in '802\.3ad'/],
  [/^macsec-pair/, /mka_cak and mka_cnk must be all missing or present/],
  [/^infiniband-pkey/, /^interfaces: invalid digit found in string/],
  [/^infiniband-port/, /InfiniBand interface \["ib0"\] cannot use as port of br0/],
  [/^hsr-ports/, /Controller h0 \(hsr\) has multiple ports pointing to the same kernel interface eth1/],
  [/^port-vlan-overlap/, /trunk tag id=7 is overlapping with other tag/],
  [/^ovs-bond-mode/, /unknown variant `balance-rr`, expected one of `active-backup`/],
  [/^dpdk-descriptors/, /OVS DPDK n_rxq_desc must power of 2 within range of 1 to 4096.* But got 1000$/],
  [/^unknown-port/, /Controller interface bond0 is holding unknown port eth[12]$/],
  [/^port-circle/, /Failed to set up priority: nmstate only support nested interface up to 4 levels/],
  [/^route-interface: /, /Route with empty next hop interface is not supported: .*"0\.0\.0\.0\/0"/],
  [/^route-typed-hop/, /A Blackhole Route cannot have a next hop : .*"198\.51\.100\.0\/24"/],
  [/^network-syntax.*\/33/, /Invalid IPv4 network prefix length '33' in '192\.0\.2\.0\/33'/],
  [/^network-syntax/, /prefix of the route destination network '0\.0\.0\.0\/x' is invalid/],
  [/^route-interface-unknown/, /next-hop-interface: eth9': next hop interface eth9 not found/],
  [/^route-interface-absent.*down/, /next-hop-interface: eth1': next hop interface eth1 not found/],
  [/^route-interface-absent/, /next-hop-interface: eth1' has been marked as absent/],
  [/^route-interface-ip.*table 5/, /next-hop-interface: v table-id: 5' has been marked as IPv4 disabled/],
  [/^route-interface-ip.*::\/0/, /next-hop-interface: eth1' has been marked as IPv6 disabled/],
  [/^route-interface-ip/, /next-hop-interface: eth1' has been marked as IPv4 disabled/],
  [/^rule-family/, /The ip-from format mismatches with the family set 'family: ipv6/],
  [/^dns-no-interface.*192/, /suitable\(IP enabled\) interface for DNS server \["192\.0\.2\.53"\]/],
  [/^ovn-external-ids/, /The `ovn-bridge-mappings` is reserved for OVN mapping/],
];

function reasonFor(text: string, reasons: readonly [RegExp, string][]): string | undefined {
  return reasons.find(([pattern]) => pattern.test(text))?.[1];
}

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
  [
    /^route-family/,
    "nmstate writes the route to the profile. NetworkManager ignores a next hop of another family and doesn't create the route.",
  ],
  ...['duplicate-interface', 'ip-not-enabled', 'ovs-orphan', 'unknown-base', 'route-destination'].map(
    (rule): [RegExp, string] => [new RegExp(`^${rule}`), reasonFor(`${rule} `, STRICTER)!],
  ),
];

await judgedBy('nmstate', ({ agrees, differs, notRun }) => {
  if (published.length === 0)
    notRun('published documents', "This host doesn't have the documents of ../shared/data/nmstate.");
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

  /** The machine, if only the MAC addresses of its NICs are known. */
  const byMac = { ...MACHINE, nics: MACHINE.nics.map(({ mac }) => ({ mac })) };
  /** Its NICs, with the names that documents give them. */
  const named = byMac.nics.map(({ mac }, index) => ({ name: `nic${index + 1}-by-mac`, mac }));
  for (const preset of PRESETS.filter((each) => each.byMac)) {
    const kinds = preset.questions.find(({ id }) => id === 'addressing')?.choices ?? [{ value: '' }];
    const texts = kinds.map(({ value }) => preset.build({ addressing: value }, byMac).text);
    const boots = texts.flatMap(
      (text) => firstBootNetwork({ host: byMac, document: readNmstate(text) }).text ?? [],
    );
    agrees(
      `preset ${preset.id} finds NICs by their MAC addresses, on its host and on the first boot`,
      (nmstate, cases) => {
        cases(texts.length * 2 + boots.length);
        for (const text of texts) {
          expect(verdict(nmstate, text, hostFor(text)), text).toEqual({});
          expect(judge(text, { purpose: 'day1', host: byMac }).rejected, text).toEqual([]);
          expectByMac(verdict(nmstate, text), text);
        }
        for (const text of boots) expectByMac(verdict(nmstate, text), text);
      },
    );
  }
  /** Checks the profiles of a document with NICs by MAC address: those of NICs match this address, and no name. */
  function expectByMac({ profiles, error }: Verdict, text: string): void {
    expect(error, text).toBeUndefined();
    expectProfiles(profiles!, text, named);
    const used = named.filter(({ name }) => text.includes(`name: ${name}\n`));
    expect(used.length, text).toBeGreaterThan(0);
    const all = profiles!.map(([, profile]) => sectionsOf(profile));
    for (const { name, mac } of used) {
      const nic = all.find(({ connection }) => connection?.id === name);
      expect(nic?.ethernet?.['mac-address'], text).toBe(mac!.toUpperCase());
      expect(nic?.connection?.['interface-name'], text).toBeUndefined();
      // A VLAN names its base interface, and no interface of the host has the name in the document.
      const parents = all.flatMap(({ vlan }) => vlan?.parent ?? []);
      expect(parents, text).not.toContain(name);
    }
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

  const ofFamily = /\.ipv[46]$/;
  agrees('each part of a state has the fields that Airlock accepts', (nmstate, cases) => {
    const parts = fieldsOfParts(nmstate).filter(({ path }) => !ofFamily.test(path));
    expect(parts.length).toBeGreaterThan(200);
    for (const { path, known, listed } of parts)
      expect({ path, fields: known }).toEqual({ path, fields: listed });
    cases(parts.length);
  });
  differs(
    'each family has the fields that Airlock accepts',
    'nmstate reads the fields of IPv6 in `ipv4`, and those of IPv4 in `ipv6`, and ignores them without a message.',
    (nmstate) => {
      const parts = fieldsOfParts(nmstate).filter(({ path }) => ofFamily.test(path));
      const all = [...new Set(parts.flatMap(({ known }) => known))].sort();
      for (const { listed } of parts) expect(listed).toEqual(all);
    },
  );

  for (const { title, state, current } of published)
    agrees(`the verdict on ${title}`, (nmstate, cases, unjudged) => {
      const { rejected, conditional } = judge(state, { purpose: 'plain' });
      const { error } = verdict(nmstate, state, current);
      // There is nothing to compare.
      if (conditional && rejected.length === 0) {
        unjudged('documents whose verdict depends on the node');
        return cases(0);
      }
      const messages = rejected.map(({ message }) => message);
      expect({ rejected: rejected.length > 0, messages }, `nmstate: ${error}`).toEqual({
        rejected: error !== undefined,
        messages: error ? expect.anything() : [],
      });
    });

  /** Reasons for differences that were found, and the number of mutants with the same verdict. */
  const found = { reasons: new Set<string>(), same: 0, both: 0 };
  /** Compares all mutants of a document that both accept. Returns how many have the same verdict, and are rejected. */
  const compare = (
    nmstate: Program,
    text: string,
    current: string,
    options: Parameters<typeof validateNmstate>[1],
    unjudged: Unjudged,
  ) => {
    const mutants = mutantsOf(text);
    const unexplained: string[] = [];
    let [same, both, conditionalOnes] = [0, 0, 0];
    verdicts(
      nmstate,
      mutants.map((mutant) => ({ desired: mutant.text, current })),
    ).forEach(({ error }, index) => {
      const { change, text: mutant } = mutants[index]!;
      const { rejected, conditional } = judge(mutant, options);
      if (rejected.length === 0 && conditional) {
        conditionalOnes++;
        return;
      }
      if (rejected.length > 0 === (error !== undefined)) {
        same++;
        if (error !== undefined) both++;
        return;
      }
      // The first reason is enough: other problems follow from it, as if a bridge without a type were its own port.
      const reason = error
        ? reasonFor(error, MILDER)
        : rejected.flatMap(
            ({ rule, path }) => reasonFor(`${rule} ${path}`, [...STRICTER, ...STRICTER_PUBLISHED]) ?? [],
          )[0];
      if (reason) found.reasons.add(reason);
      else
        unexplained.push(
          JSON.stringify({
            change,
            error,
            rejected: rejected.map(({ rule, path, message }) => `${rule} ${path}: ${message}`),
          }),
        );
    });
    expect(unexplained.join('\n')).toBe('');
    found.same += same;
    found.both += both;
    unjudged('mutants whose verdict depends on the node', conditionalOnes);
    return { same, both };
  };

  for (const preset of PRESETS)
    agrees(`preset ${preset.id} with one changed field`, (nmstate, cases, unjudged) => {
      const { text } = preset.build({}, MACHINE);
      const options = { purpose: 'day1', host: MACHINE } as const;
      // The changed field is the only reason to reject a mutant.
      expect([verdict(nmstate, text, hostFor(text)), judge(text, options).rejected]).toEqual([{}, []]);
      const { same, both } = compare(nmstate, text, hostFor(text), options, unjudged);
      expect(both).toBeGreaterThan(40);
      cases(same);
    });

  for (const { title, state, current } of published)
    agrees(`${title}, with one changed field`, (nmstate, cases, unjudged) => {
      const host = { ...MACHINE, nics: nicsOf(current) };
      const options = { purpose: 'plain', host } as const;
      // The changed field is the only reason to reject a mutant.
      const { error } = verdict(nmstate, state, current);
      const { rejected } = judge(state, options);
      if (error !== undefined || rejected.length > 0) {
        unjudged('documents with a fault, which have no mutants');
        return cases(0);
      }
      cases(compare(nmstate, state, current, options, unjudged).same);
    });
  if (published.length > 0)
    agrees('thousands of mutants are compared', () => {
      expect(found.same).toBeGreaterThan(10_000);
      expect(found.both).toBeGreaterThan(7_000);
    });
  for (const [rule, reason] of [
    ...STRICTER,
    ...(published.length > 0 ? [...STRICTER_PUBLISHED, ...MILDER] : []),
  ])
    differs(`mutants with the finding \`${rule.source.trim()}\``, reason, () =>
      expect(found.reasons).toContain(reason),
    );

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
    const messages = (nmstate: Program) => verdicts(nmstate, inputs).flatMap(({ error }) => error ?? []);
    const reason = reasonFor(title, LATER);
    if (reason) differs(`the rule ${title}`, reason, (nmstate) => expect(messages(nmstate)).toEqual([]));
    else
      agrees(`the rule ${title}`, (nmstate) => {
        // Another fault in the document would be another reason to reject it.
        const wording = WORDING.find(([start]) => start.test(title))?.[1] ?? patternOf(message);
        expect(
          messages(nmstate).some((error) => wording.test(error)),
          messages(nmstate).join('\n'),
        ).toBe(true);
      });
  }
});

/** Airlock's message as part of another one. */
function patternOf(message: string | RegExp): RegExp {
  return typeof message === 'string'
    ? new RegExp(message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    : new RegExp(message.source.replace(/^\^/, ''));
}
