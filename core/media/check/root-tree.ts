import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** Symbolic links that are followed in one path, as in Linux. */
const MOST_LINKS = 40;

type Folder = {
  kind: 'folder';
  path: string;
  layer: number;
  children: Map<string, Node>;
  /** Names on this disk, in the form in which it compares them. */
  usedNames: Set<string>;
};
type File = { kind: 'file'; path: string; layer: number };
type Link = { kind: 'link'; target: string; layer: number };
type Nothing = { kind: 'nothing'; layer: number };
type Node = Folder | File | Link | Nothing;

/**
 * The root of an image while its layers are applied. Symbolic links exist only in memory, never on the disk. Every path on
 * the disk was therefore created by this class, and no name in a layer can refer to a file outside of the root.
 */
export class RootTree {
  readonly #root: Folder;
  #layer = 0;

  /** @param path an empty folder */
  constructor(path: string) {
    this.#root = { kind: 'folder', path, layer: 0, children: new Map(), usedNames: new Set() };
  }

  /** Starts the next layer, which covers all earlier ones. */
  nextLayer(): void {
    this.#layer++;
  }

  /** Creates a folder. Entries of lower layers in it remain. */
  async folder(name: string): Promise<void> {
    await this.#walk(stepsOf(name), true);
  }

  /** Prepares a file. @returns its path on the disk, which doesn't exist yet */
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

  /** Records a device or pipe, which hides an entry of the same name. */
  async nothing(name: string): Promise<void> {
    const { folder, base } = await this.#place(name);
    folder.children.set(base, { kind: 'nothing', layer: this.#layer });
  }

  /** Applies a whiteout (OCI image layer specification). @returns false if the name isn't one */
  async whiteout(name: string): Promise<boolean> {
    const steps = stepsOf(name);
    const base = steps.at(-1) ?? '';
    if (!base.startsWith('.wh.')) return false;
    const folder = await this.#walk(steps.slice(0, -1), false);
    if (base === '.wh..wh..opq') {
      if (folder) for (const child of [...folder.children.keys()]) await this.#hide(folder, child);
      return true;
    }
    // Other names that AUFS reserves, which only old tools write.
    if (base.startsWith('.wh..wh.')) return true;
    const hidden = base.slice('.wh.'.length);
    if (hidden === '' || hidden === '.' || hidden === '..') throw hostile(name, 'whiteout');
    if (folder) await this.#hide(folder, hidden);
    return true;
  }

  /** Returns the target of a hard link. */
  async find(name: string): Promise<File | Link | undefined> {
    const steps = stepsOf(name);
    const folder = await this.#walk(steps.slice(0, -1), false);
    const node = folder?.children.get(steps.at(-1) ?? '');
    return node?.kind === 'file' || node?.kind === 'link' ? node : undefined;
  }

  /** Returns the visible symbolic links with path and target. */
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
    if (base === undefined) throw hostile(name, 'unnamed');
    const folder = await this.#walk(steps, true);
    await remove(folder, base);
    return { folder, base };
  }

  /** Returns the folder at a path, following links inside the root. Creates missing folders if `make` is set. */
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
        if (++links > MOST_LINKS) throw hostile(steps.join('/'), 'loop');
        if (node.target.startsWith('/')) route = [this.#root];
        open.push(...elementsOf(node.target).reverse());
      } else if (node?.kind === 'folder') {
        if (make) node.layer = this.#layer;
        route.push(node);
      } else if (!make) {
        return undefined;
      } else {
        // A folder replaces a lower layer's file.
        if (node) {
          if (node.layer === this.#layer) throw hostile(steps.join('/'), 'belowFile');
          await remove(here, step);
        }
        const path = freePath(here, step);
        await mkdir(path);
        const made: Folder = {
          kind: 'folder',
          path,
          layer: this.#layer,
          children: new Map(),
          usedNames: new Set(),
        };
        here.children.set(step, made);
        route.push(made);
      }
    }
    return route.at(-1)!;
  }

  /** Removes the entries of lower layers at a name. Entries of the current layer remain. */
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
  folder.usedNames.delete(folded(node.path.slice(folder.path.length + 1)));
}

/** Returns an unused path in a folder, even on disks that ignore case or Unicode composition. */
function freePath(folder: Folder, name: string): string {
  const plain = process.platform === 'win32' ? name.replaceAll(/[<>:"|?*]|[. ]$/g, '_') : name;
  let free = plain;
  for (let n = 2; folder.usedNames.has(folded(free)); n++) free = `${plain}~${n}`;
  folder.usedNames.add(folded(free));
  return join(folder.path, free);
}

function folded(name: string): string {
  return process.platform === 'linux' ? name : name.normalize('NFC').toLowerCase();
}

/** Returns the elements of an entry's name. @throws AirlockError `archive-hostile` if it contains `..` */
function stepsOf(name: string): string[] {
  const steps = elementsOf(name);
  if (steps.includes('..')) throw hostile(name, 'outside');
  if (/\0/.test(name) || (process.platform === 'win32' && name.includes('\\')))
    throw hostile(name, 'unnamed');
  return steps;
}

function elementsOf(path: string): string[] {
  return path.split('/').filter((step) => step !== '' && step !== '.');
}

function hostile(
  name: string,
  problem: 'outside' | 'unnamed' | 'whiteout' | 'loop' | 'belowFile',
): AirlockError {
  return new AirlockError(
    'archive-hostile',
    t('entryHostile', { name: JSON.stringify(name.slice(0, 200)), problem }),
  );
}
