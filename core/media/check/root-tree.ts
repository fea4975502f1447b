import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';

/** Symbolic links that are followed on one way, as Linux has it. */
const MOST_LINKS = 40;

type Folder = {
  kind: 'folder';
  path: string;
  layer: number;
  children: Map<string, Node>;
  /** Names on this disk, as it compares them. */
  taken: Set<string>;
};
type File = { kind: 'file'; path: string; layer: number };
type Link = { kind: 'link'; target: string; layer: number };
type Nothing = { kind: 'nothing'; layer: number };
type Node = Folder | File | Link | Nothing;

/**
 * The root of an image while its layers are applied. Links are kept here and never made on the disk, so that every path
 * on the disk is one that was made here, and no name in a layer leads out of the root.
 */
export class RootTree {
  readonly #root: Folder;
  #layer = 0;

  /** @param path an empty folder */
  constructor(path: string) {
    this.#root = { kind: 'folder', path, layer: 0, children: new Map(), taken: new Set() };
  }

  /** What follows lies above what was applied so far. */
  nextLayer(): void {
    this.#layer++;
  }

  /** A folder. What lower layers have in it stays. */
  async folder(name: string): Promise<void> {
    await this.#walk(stepsOf(name), true);
  }

  /** Makes place for a file. @returns its path on the disk, where nothing is */
  async file(name: string): Promise<string> {
    const { folder, base } = await this.#place(name);
    const path = freePath(folder, base);
    folder.children.set(base, { kind: 'file', path, layer: this.#layer });
    return path;
  }

  async link(name: string, target: string): Promise<void> {
    const { folder, base } = await this.#place(name);
    folder.children.set(base, { kind: 'link', target, layer: this.#layer });
  }

  /** A device or pipe: it hides what was there. */
  async nothing(name: string): Promise<void> {
    const { folder, base } = await this.#place(name);
    folder.children.set(base, { kind: 'nothing', layer: this.#layer });
  }

  /** Obeys a whiteout (OCI image layer specification). @returns false when the name is none */
  async whiteout(name: string): Promise<boolean> {
    const steps = stepsOf(name);
    const base = steps.at(-1) ?? '';
    if (!base.startsWith('.wh.')) return false;
    const folder = await this.#walk(steps.slice(0, -1), false);
    if (base === '.wh..wh..opq') {
      if (folder) for (const child of [...folder.children.keys()]) await this.#hide(folder, child);
      return true;
    }
    // Other names of AUFS's own, which only old tools ship.
    if (base.startsWith('.wh..wh.')) return true;
    const hidden = base.slice('.wh.'.length);
    if (hidden === '' || hidden === '.' || hidden === '..') throw hostile(name, 'hides what is no name');
    if (folder) await this.#hide(folder, hidden);
    return true;
  }

  /** What a path of a hard link stands for. */
  async find(name: string): Promise<File | Link | undefined> {
    const steps = stepsOf(name);
    const folder = await this.#walk(steps.slice(0, -1), false);
    const node = folder?.children.get(steps.at(-1) ?? '');
    return node?.kind === 'file' || node?.kind === 'link' ? node : undefined;
  }

  /** Symbolic links that show: path and target. */
  links(): [path: string, target: string][] {
    const found: [string, string][] = [];
    const visit = (folder: Folder, prefix: string): void => {
      for (const [name, node] of folder.children) {
        if (node.kind === 'link') found.push([`${prefix}/${name}`, node.target]);
        else if (node.kind === 'folder') visit(node, `${prefix}/${name}`);
      }
    };
    visit(this.#root, '');
    return found;
  }

  async #place(name: string): Promise<{ folder: Folder; base: string }> {
    const steps = stepsOf(name);
    const base = steps.pop();
    if (base === undefined) throw hostile(name, 'is no name of a file');
    const folder = await this.#walk(steps, true);
    await remove(folder, base);
    return { folder, base };
  }

  /** The folder that steps lead to, following links inside the root; made where it is not there, if asked for. */
  async #walk(steps: readonly string[], make: true): Promise<Folder>;
  async #walk(steps: readonly string[], make: boolean): Promise<Folder | undefined>;
  async #walk(steps: readonly string[], make: boolean): Promise<Folder | undefined> {
    const open = [...steps].reverse();
    let route = [this.#root];
    let links = 0;
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      if (step === '..') {
        if (route.length > 1) route.pop();
        continue;
      }
      const here = route.at(-1)!;
      const node = here.children.get(step);
      if (node?.kind === 'link') {
        if (++links > MOST_LINKS) throw hostile(steps.join('/'), 'goes round in links');
        if (node.target.startsWith('/')) route = [this.#root];
        open.push(...elementsOf(node.target).reverse());
      } else if (node?.kind === 'folder') {
        if (make) node.layer = this.#layer;
        route.push(node);
      } else if (!make) {
        return undefined;
      } else {
        // A folder in place of a lower layer's file.
        if (node) {
          if (node.layer === this.#layer) throw hostile(steps.join('/'), 'lies below a file');
          await remove(here, step);
        }
        const path = freePath(here, step);
        await mkdir(path);
        const made: Folder = {
          kind: 'folder',
          path,
          layer: this.#layer,
          children: new Map(),
          taken: new Set(),
        };
        here.children.set(step, made);
        route.push(made);
      }
    }
    return route.at(-1)!;
  }

  /** Takes away what lower layers have under a name, and leaves what this layer has. */
  async #hide(folder: Folder, name: string): Promise<void> {
    const node = folder.children.get(name);
    if (!node) return;
    if (node.layer < this.#layer) return remove(folder, name);
    if (node.kind === 'folder') for (const child of [...node.children.keys()]) await this.#hide(node, child);
  }
}

async function remove(folder: Folder, name: string): Promise<void> {
  const node = folder.children.get(name);
  if (!node) return;
  folder.children.delete(name);
  if (node.kind === 'link' || node.kind === 'nothing') return;
  await rm(node.path, { recursive: true, force: true });
  folder.taken.delete(folded(node.path.slice(folder.path.length + 1)));
}

/** A path in a folder under which nothing is, also where the disk does not tell case or composed letters apart. */
function freePath(folder: Folder, name: string): string {
  const plain = process.platform === 'win32' ? name.replaceAll(/[<>:"|?*]|[. ]$/g, '_') : name;
  let free = plain;
  for (let n = 2; folder.taken.has(folded(free)); n++) free = `${plain}~${n}`;
  folder.taken.add(folded(free));
  return join(folder.path, free);
}

function folded(name: string): string {
  return process.platform === 'linux' ? name : name.normalize('NFC').toLowerCase();
}

/** The elements of an entry's name. @throws AirlockError `archive-hostile` for names that lead upwards */
function stepsOf(name: string): string[] {
  const steps = elementsOf(name);
  if (steps.includes('..')) throw hostile(name, 'leads out of its folder');
  if (/\0/.test(name) || (process.platform === 'win32' && name.includes('\\')))
    throw hostile(name, 'is no name of a file');
  return steps;
}

function elementsOf(path: string): string[] {
  return path.split('/').filter((step) => step !== '' && step !== '.');
}

function hostile(name: string, what: string): AirlockError {
  return new AirlockError(
    'archive-hostile',
    `the entry ${JSON.stringify(name.slice(0, 200))} of a layer ${what}`,
  );
}
