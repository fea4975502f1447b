import { marksIn, markText } from './data.ts';

/** The origin of a line of output. */
export interface Origin {
  /** `templates/_pod.tpl:34`; the innermost template. Absent for text that a value contains. */
  place?: string;
  /** Paths below `.Values` that were read. */
  reads: string[][];
}

/** The origins of the output of one chart, as invisible marks in it. */
export class Origins {
  readonly #marks: Origin[] = [];

  mark(origin: Origin): string {
    return markText(this.#marks.push(origin) - 1);
  }

  /** Marks each line of a template's text that contains an image with its place. @param line of the start of the text */
  marked(text: string, file: string, line: number): string {
    let at = 0;
    let current = line;
    return text.replace(/^[ \t]*(?:-[ \t]+)?["']?(?:image|repository)["']?:/gm, (all, index: number) => {
      for (let next = text.indexOf('\n', at); next !== -1 && next < index; next = text.indexOf('\n', at)) {
        current++;
        at = next + 1;
      }
      return `${all}${this.mark({ place: `${file}:${current}`, reads: [] })}`;
    });
  }

  /** Marks each line of an action's output that contains an image and has no mark. */
  printedBy(text: string, origin: Origin): string {
    return text.replace(
      /^([ \t]*(?:-[ \t]+)?["']?(?:image|repository)["']?:)(?!\uE000)(?=[ \t]+\S)/gm,
      (all) => `${all}${this.mark(origin)}`,
    );
  }

  /** Returns the origins in a line of output: the last place, and everything that was read. */
  of(line: string): Origin {
    const marks = marksIn(line).flatMap((id) => this.#marks[id] ?? []);
    const place = marks.findLast((mark) => mark.place !== undefined)?.place;
    return { place, reads: marks.flatMap(({ reads }) => reads) };
  }
}
