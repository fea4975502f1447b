import { translator } from '../../base/messages/translator.ts';

/** Texts of gathered hosts and their documents. */
export const t = translator({
  notNetworkDocument: 'not a network document',
  hostTwice: 'The host {name} is defined twice, first in {where}',
  hostsWithSameFile:
    'The hosts {name} and {other} ({where}) have the same short name, so both would read the file {file}',
  hostTwiceRemedy: 'Give each host a different short name.',
  presetUnknown: 'The host {name} uses the preset "{preset}", which doesn\'t exist',
  presetUnknownRemedy: 'Set the `preset` column to an existing preset, or leave the column empty.',
  documentMissing: 'The host {name} has no network document',
  documentMissingRemedy: 'Choose a preset or a template for the table, or add a `preset` column.',
  answerInvalid: 'The preset {preset} doesn\'t allow the value "{given}" in the {id} column for host {name}',
  answerInvalidRemedy: 'Set the column to one of these values: {choices}.',

  // br-ex of nodes
  reportMissing: 'there is no NodeNetworkState of this node',
  bridgeMissing: "the node has no bridge named br-ex, so OVN-Kubernetes can't start",
  bridgeDown: 'the bridge br-ex is down',
  internalMissing: 'the bridge br-ex has no interface named br-ex to carry the addresses of the node',
  internalDown: 'the interface br-ex is down',
  uplinkMissing: 'br-ex has no port that connects it to the network',
  uplinkDown: '{name} is down or missing',
  addressMissing: 'br-ex has no IP address',
  gatewayMissing: 'the node has no default route',
  gatewayElsewhere: 'the default route uses {name}, but OVN-Kubernetes needs a default route through br-ex',
  mtuTooSmall:
    'the MTU of br-ex is {mtu}. It must be at least {least}, because the cluster network has an MTU of {cluster}',
  uplinkMtuTooSmall: 'the MTU of {name} is {lower}, which is smaller than the MTU of br-ex ({mtu})',
  creatorsDiffer: 'configure-ovs created br-ex on this node, but NMState created it on other nodes',
  mtusDiffer: 'the MTU of br-ex is {mtu} on this node and {largest} on others',
  notOneHost:
    '{states, plural, =0 {{file} contains no network state, so no host was created from it} other {{file} contains # network states instead of one, so no host was created from it}}',
  notOneHostRemedy: 'Write exactly one network state to each file, and one file for each host.',
});
