import type { Value } from '../charts/yaml.ts';
import { type Data, emptyMap } from './data.ts';
import type { Origins } from './origins.ts';
import { type Context, partsOf } from './scope.ts';

/** Records which values of a chart its templates read. */
export class ValueReads {
  /** Paths of the maps and lists of the values. */
  private readonly paths = new WeakMap<object, string[]>();
  private readonly on = new Map<string, string[]>();
  private readonly off = new Map<string, string[]>();
  private readonly origins: Origins;
  /** Values that the current action has read. */
  private current: string[][] = [];

  constructor(origins: Origins) {
    this.origins = origins;
  }

  /** Returns values with their paths. Texts have marks, so that their origin is known wherever they are printed. */
  dataOf(value: Value, path: string[] = []): Data {
    if (typeof value === 'string') return value && value + this.origins.mark({ reads: [path] });
    if (typeof value !== 'object' || value === null) return value;
    const data: Data = Array.isArray(value)
      ? value.map((item, index) => this.dataOf(item, [...path, String(index)]))
      : emptyMap(
          Object.entries(value).map(([name, item]) => [name, this.dataOf(item, [...path, name])] as const),
        );
    this.paths.set(data as object, path);
    return data;
  }

  /** Returns the paths that were read by enabled text, and by text that a condition disables. */
  all(): { readsOn: string[][]; readsOff: string[][] } {
    return { readsOn: [...this.on.values()], readsOff: [...this.off.values()] };
  }

  /** Calls a function. Returns its result with the paths that it read. */
  during<Result>(work: () => Result): { result: Result; reads: string[][] } {
    const around = this.current;
    this.current = [];
    const result = work();
    const reads = this.current;
    // Not copied: a template of millions of actions would take quadratic time.
    for (const path of reads) around.push(path);
    this.current = around;
    return { result, reads };
  }

  /** Records an item of a map or list, unless it is a map or list itself. */
  item(of: Data, name: string, value: Data, context: Context): void {
    const path = this.pathOf(of);
    if (path && (typeof value !== 'object' || value === null))
      this.record([...path, name], context, this.current);
  }

  /** Records a map or list that is printed, for the paths that an action read. */
  printed(value: Data, context: Context, reads: string[][]): void {
    const path = this.pathOf(value);
    if (path) this.record(path, context, reads);
  }

  /** Records maps and lists of values that a function receives as arguments. */
  complete(operands: Data[], context: Context): void {
    for (const operand of operands) {
      const own = this.pathOf(operand);
      const parts = own ? [own] : partsOf(operand).map((part) => this.pathOf(part));
      for (const path of parts) if (path && path.length > 0) this.record(path, context, this.current);
    }
  }

  private pathOf(value: Data): string[] | undefined {
    return typeof value === 'object' && value !== null ? this.paths.get(value) : undefined;
  }

  private record(path: string[], { off, isCondition }: Context, reads: string[][]): void {
    reads.push(path);
    if (!isCondition) (off ? this.off : this.on).set(path.join('\0'), path);
  }
}
