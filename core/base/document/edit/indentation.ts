import { type Document, isMap, isSeq, type Node } from 'yaml';
import { type Collection, columnOf, entriesOf, isBlockCollection, startOf } from '../written.ts';

/** How far things are indented. */
export interface Indentation {
  /** A mapping below its key. */
  map: number;
  /** A list's hyphens below their key; 0: not at all. */
  list: number;
  /** From a hyphen to what follows it. */
  gap: number;
  /** The lines of a text (`|`) below their key or hyphen; absent: as a mapping. */
  text?: number;
  /** Whether text is written in lines of its own; absent: when it has several. */
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

/** What a document does nearest to `offset`; two blanks where it shows nothing. */
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
