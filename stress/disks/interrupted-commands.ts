import { access, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inProcess } from '../../cli/in-process.fixture.ts';
import { deletionOfFile, tagsAt } from '../../core/mirror/delete/delete.fixture.ts';
import { imagesOf, missingAt, missingOnDisk, type Rig } from '../../core/mirror/mirror.fixture.ts';
import { RecordedRegistry } from '../../core/registry/server/recorded-registry.fixture.ts';
import { verifySource } from '../../core/store/archive/verify.ts';

/** One command that a test interrupts and repeats, and the conditions afterwards. */
export interface InterruptedCommand {
  /** The directory with all local state. A test may save it before the command and restore it. */
  base: string;
  args: string[];
  /** The destination that the command changes. */
  registry?: RecordedRegistry;
  /** Returns missing and damaged content once the command has reported that it is complete. */
  missing(): Promise<string[]>;
}

/** Few concurrent transfers, so that an interruption costs little compared to the total. */
const FEW = ['--parallel-images', '1', '--parallel-layers', '2'];

/** Prepares the commands of every workflow in a practice world. Everything before and after runs in this process. */
export class InterruptedCommands {
  readonly #rig: Rig;

  constructor(rig: Rig) {
    this.#rig = rig;
  }

  async mirrorToDisk(): Promise<InterruptedCommand> {
    const base = await this.#place('to-disk');
    const workspace = join(base, 'workspace');
    return { base, args: this.#mirrorTo(workspace), missing: () => missingOnDisk(workspace, this.#core) };
  }

  /** A second transfer, during which the first one must stay complete. */
  async increment(): Promise<InterruptedCommand> {
    const base = await this.#place('increment');
    const workspace = join(base, 'workspace');
    await this.#succeed(this.#mirrorTo(workspace, 'release-one'));
    const first = imagesOf(this.#rig, 'release-one');
    return {
      base,
      args: this.#mirrorTo(workspace),
      missing: async () => [
        ...(await missingOnDisk(join(workspace, 'transfers', 'default-0001'), first)),
        ...(await missingOnDisk(workspace, this.#core)),
      ],
    };
  }

  async push(): Promise<InterruptedCommand> {
    const source = this.#rig.place('pushed');
    await this.#succeed(this.#mirrorTo(source));
    const base = await this.#place('push');
    return this.#to(base, ['--from', `file://${source}`, '--state', join(base, 'state')]);
  }

  async registryToRegistry(): Promise<InterruptedCommand> {
    const base = await this.#place('across');
    const workspace = `file://${join(base, 'workspace')}`;
    return this.#to(base, ['-c', this.#rig.world.sets.core.file, '--workspace', workspace]);
  }

  /** The drive is the directory `drive` below the base. */
  async export(): Promise<InterruptedCommand> {
    const base = await this.#place('export');
    await this.#readyToExport(base);
    return { base, args: exportArgs(base), missing: () => this.#missingOnDrive(join(base, 'drive')) };
  }

  async import(): Promise<InterruptedCommand> {
    const sender = await this.#place('sender');
    await this.#readyToExport(sender);
    await this.#succeed(exportArgs(sender));
    const base = await this.#place('import');
    const received = join(base, 'received');
    const args = importArgs(join(sender, 'drive'), received);
    return { base, args, missing: () => missingOnDisk(received, this.#core) };
  }

  async delete(): Promise<InterruptedCommand> {
    const base = await this.#place('delete');
    const workspace = join(base, 'workspace');
    const registry = new RecordedRegistry();
    await registry.startAt();
    const target = [
      ...['--state', join(base, 'state'), '--dest-tls-verify=false', `docker://${registry.host}`],
    ];
    await this.#succeed(this.#mirrorTo(workspace));
    await this.#succeed(['mirror', '--from', `file://${workspace}`, ...target]);
    const release = imagesOf(this.#rig, 'release-one');
    const disc = await deletionOfFile(this.#rig, this.#rig.world.sets['release-one'].file);
    const { files } = (await this.#succeed([
      ...['delete', '--generate', '-c', disc, '--workspace', `file://${workspace}`, ...target],
    ])) as { files: string[] };
    const payload = release.find(({ destination }) => destination.startsWith('openshift/release-images:'))!;
    const others = this.#core.filter(({ digest }) => !release.some((image) => image.digest === digest));
    return {
      base,
      registry,
      args: ['delete', '--delete-yaml-file', files[0]!, ...target],
      missing: async () => {
        const tags = [...(await tagsAt(registry.host))].map(String);
        const remains = tags.some((tag) => tag.includes(payload.destination));
        return [
          ...(remains ? [`not deleted: ${payload.destination}`] : []),
          ...(await missingAt(registry.host, others)),
          ...(await missingOnDisk(workspace, this.#core)),
        ];
      },
    };
  }

  async acknowledge(): Promise<InterruptedCommand> {
    const { base, workspace, code } = await this.#twoTransfers();
    return {
      base,
      args: ['transfers', 'ack', code, `file://${workspace}`],
      missing: async () => {
        const { transfers } = (await this.#succeed(['transfers', 'list', `file://${workspace}`])) as {
          transfers: { name: string; lifecycle: { arrived: string } }[];
        };
        const arrived = transfers.find(({ name }) => name === 'default-0001')?.lifecycle.arrived;
        return [
          ...(arrived === 'complete' ? [] : [`default-0001 arrived: ${arrived}`]),
          ...(await damagedIn(workspace, 'default-0001')),
          ...(await damagedIn(workspace, 'default-0002')),
        ];
      },
    };
  }

  async prune(): Promise<InterruptedCommand> {
    const { base, workspace, code } = await this.#twoTransfers();
    await this.#succeed(['transfers', 'ack', code, `file://${workspace}`]);
    return {
      base,
      args: ['workspace', 'prune', '--yes', `file://${workspace}`],
      missing: async () => [
        ...(await damagedIn(workspace, 'default-0002')),
        ...((await exists(join(workspace, 'transfers', 'default-0001'))) ? ['default-0001 not removed'] : []),
      ],
    };
  }

  get #core() {
    return imagesOf(this.#rig, 'core');
  }

  async #to(base: string, source: string[]): Promise<InterruptedCommand> {
    const registry = new RecordedRegistry();
    await registry.startAt();
    const destination = ['--dest-tls-verify=false', `docker://${registry.host}/ocp`];
    return {
      base,
      registry,
      args: ['mirror', ...source, ...FEW, ...destination],
      missing: () => missingAt(registry.host, this.#core, 'ocp/'),
    };
  }

  async #readyToExport(base: string): Promise<void> {
    await mkdir(join(base, 'drive'));
    await this.#succeed(this.#mirrorTo(join(base, 'workspace')));
  }

  /** Imports a drive into a new folder, and checks that every image is there. */
  async #missingOnDrive(drive: string): Promise<string[]> {
    const received = this.#rig.place('received');
    try {
      const { code, result, stderr } = await inProcess(this.#rig, importArgs(drive, received));
      if (code !== 0) return [`import: ${stderr} ${JSON.stringify(result)}`];
      return await missingOnDisk(received, this.#core);
    } finally {
      await rm(received, { recursive: true, force: true });
    }
  }

  /** A workspace with two transfers, and the code that acknowledges the first. */
  async #twoTransfers(): Promise<{ base: string; workspace: string; code: string }> {
    const base = await this.#place('two-transfers');
    const workspace = join(base, 'workspace');
    await this.#succeed(this.#mirrorTo(workspace, 'release-one'));
    await this.#succeed(this.#mirrorTo(workspace));
    const first = `file://${join(workspace, 'transfers', 'default-0001')}`;
    const { sets } = (await this.#succeed(['transfers', 'code', first])) as { sets: { code: string }[] };
    return { base, workspace, code: sets[0]!.code };
  }

  #mirrorTo(workspace: string, set: 'core' | 'release-one' = 'core'): string[] {
    return ['mirror', '-c', this.#rig.world.sets[set].file, ...FEW, `file://${workspace}`];
  }

  async #place(name: string): Promise<string> {
    const base = this.#rig.place(name);
    await mkdir(base, { recursive: true });
    return base;
  }

  async #succeed(args: string[]): Promise<Record<string, unknown>> {
    const { code, result, stderr } = await inProcess(this.#rig, args);
    expect(code, `${args.join(' ')}\n${stderr}\n${JSON.stringify(result)}`).toBe(0);
    return result!;
  }
}

function exportArgs(base: string): string[] {
  const volumes = ['--transfer', 'default-0001', '--volume-size', '300kB'];
  return ['media', 'export', ...volumes, '--to', join(base, 'drive'), `file://${join(base, 'workspace')}`];
}

function importArgs(drive: string, into: string): string[] {
  return ['media', 'import', '--from', drive, `file://${into}`];
}

async function damagedIn(workspace: string, transfer: string): Promise<string[]> {
  const { problems } = await verifySource(join(workspace, 'transfers', transfer));
  return problems.map(({ kind, file }) => `${transfer}: ${kind} ${file}`);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
