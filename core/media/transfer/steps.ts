/** The stages of a transfer, in their order (docs/guides/transfers.md#the-lifecycle-of-a-transfer). */
export const TRANSFER_STEPS = [
  'planned',
  'approved',
  'fetched',
  'on-media',
  'imported',
  'pushed',
  'applied',
  'acknowledged',
] as const;

export type TransferStep = (typeof TRANSFER_STEPS)[number];
