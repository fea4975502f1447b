import type { CatalogPackage } from '../../content/catalog/model/catalog-model.ts';
import { channelGraph } from '../../content/catalog/model/channel-graph.ts';
import type { OperatorPackage } from '../../image-set/config/image-set.ts';
import { bundleNamed } from '../operator/named-bundle.ts';

/**
 * Returns the entry with which an operator stays installable: its channel from the installed version on, or only the head
 * if that is installed.
 * @param installed a version or bundle name. Undefined for the head.
 * @param subscribed the channel of the subscription
 */
export function remainingEntry(
  { name, defaultChannel, channels, bundles }: CatalogPackage,
  installed: string | undefined,
  subscribed: string | undefined,
): OperatorPackage {
  const bundle =
    installed === undefined
      ? undefined
      : bundleNamed({ ...EMPTY, name, channels, bundles }, installed, [subscribed]);
  const containing = channels.filter(({ entries }) => entries.some((entry) => entry.name === bundle));
  const offered = bundle === undefined ? channels : containing;
  const channel =
    offered.find((each) => each.name === subscribed) ??
    offered.find((each) => each.name === defaultChannel) ??
    offered[0] ??
    channels[0];
  if (!channel) return { name };
  const graph = channelGraph(channel.entries);
  const version = bundles.find((each) => each.name === bundle)?.version;
  const isHead = 'head' in graph && graph.head === bundle;
  return {
    name,
    defaultChannel: channel.name !== defaultChannel ? channel.name : undefined,
    channels: [{ name: channel.name, minVersion: version !== undefined && !isHead ? version : undefined }],
  };
}

const EMPTY = { defaultChannel: '', deprecations: [], others: [] };
