import { type Document, isMap, isSeq, type Node } from 'yaml';
import { type Collection, columnOf, entriesOf, isBlockCollection, startOf } from '../written.ts';

/** The indentation of a document. */
export interface Indentation {
  /** Columns of a mapping below its key. */
  map: number;
  /** Columns of a list's hyphens below their key. 0: not indented. */
  list: number;
  /** Columns from a hyphen to its content. */
  gap: number;
  /** Columns of a block text (`|`) below its key or hyphen. Absent: like a mapping. */
  text?: number;
  /** Whether texts are written as blocks. Absent: if they have several lines. */
  inLines?: boolean;
}

type Measured = 'map' | 'list' | 'gap';

interface Sample {
  is: Measured;
  by: number;
  offset: number;
}

const CUSTOMARY: Indentation = { map: 2, list: 2, gap: 2 };
const SAMPLES = new WeakMap<Document.Parsed, Sample[]>();

/** Returns the indentation that the document uses nearest to `offset`. Default: two spaces. */
export function indentationNear(
  text: string,
  document: Document.Parsed | undefined,
  offset: number,
): Indentation {
  if (!document) return CUSTOMARY;
  const samples = SAMPLES.get(document) ?? samplesOf(text, document);
  SAMPLES.set(document, samples);
  const nearest = (name: Measured) => {
    let best: Sample | undefined;
    for (const sample of samples)
      if (sample.is === name && (!best || Math.abs(sample.offset - offset) < Math.abs(best.offset - offset)))
        best = sample;
    return best?.by ?? CUSTOMARY[name];
  };
  return { map: nearest('map'), list: nearest('list'), gap: nearest('gap') };
}

function samplesOf(text: string, document: Document.Parsed): Sample[] {
  const samples: Sample[] = [];
  const visit = (node: Node | null | undefined) => {
    if (!isBlockCollection(node)) return;
    for (const { start, value } of entriesOf(node as Collection)) {
      visit(value);
      if (!isBlockCollection(value)) continue;
      const offset = startOf(value);
      const by = columnOf(text, offset) - columnOf(text, start);
      const below = text.slice(start, offset).includes('\n');
      if (isSeq(node)) {
        if (!below && by > 1) samples.push({ is: 'gap', by, offset });
      } else if (below && isMap(value) && by > 0) samples.push({ is: 'map', by, offset });
      else if (below && isSeq(value) && by >= 0) samples.push({ is: 'list', by, offset });
    }
  };
  visit(document.contents);
  return samples;
}
