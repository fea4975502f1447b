/** Reads values of run options that the screens accept as text, in the notation of the command line. */
export { DEFAULT_GRAPH_BASE } from '../../base/image/destination.ts';
export { parseReference } from '../../base/image/reference.ts';
export {
  type ReadValue,
  RUN_BOUNDS,
  readByteCount,
  readDuration,
  readInteger,
  readMinimumRate,
  readStallTimeout,
} from '../../base/schedule/option-values.ts';
export { readUntil } from '../../base/schedule/parse-instant.ts';
export { instantText } from '../../base/schedule/window.ts';
