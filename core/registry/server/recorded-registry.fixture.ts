import type { Digest } from '../../base/image/digest.ts';
import { type RegistryServer, startRegistryServer } from './start.ts';
import { memoryStorage } from './storage/memory-storage.ts';
import type { RegistryStorage, StorageWriter } from './storage/storage.ts';

interface Change {
  /** Seconds since the epoch. */
  time: number;
  repeat(writer: StorageWriter): Promise<unknown>;
}

/** A registry that records its changes, so that it can be restored to any moment. */
export class RecordedRegistry {
  /** Number of complete uploads of each `repository@digest` since the last start. */
  readonly uploads = new Map<string, number>();
  readonly #changes: Change[] = [];
  #server: RegistryServer | undefined;
  #port = 0;

  get server(): RegistryServer {
    return this.#server!;
  }

  get host(): string {
    return this.server.host;
  }

  /** Starts the registry at its last address with the changes up to a time (seconds since the epoch), and forgets later ones. */
  async startAt(time = Number.POSITIVE_INFINITY): Promise<void> {
    await this.stop();
    this.uploads.clear();
    const storage = this.#recorded(await this.copyAt(time));
    this.#server = await startRegistryServer({ storage, port: this.#port });
    this.#port = Number(this.#server.host.split(':').at(-1));
  }

  /** Returns a separate storage with the changes up to a time (seconds since the epoch). */
  async copyAt(time: number): Promise<RegistryStorage> {
    const copy = memoryStorage();
    for (const change of this.#changes) if (change.time <= time) await change.repeat(copy.writer!);
    return copy;
  }

  async stop(): Promise<void> {
    await this.#server?.close();
    this.#server = undefined;
  }

  /** Makes the recorded state the start of every later `startAt`. */
  settle(): void {
    for (const change of this.#changes) change.time = 0;
  }

  /** Forgets the changes after a time, such as those of a resumed run. */
  forgetAfter(time: number): void {
    const saved = this.#changes.filter((change) => change.time <= time);
    this.#changes.splice(0, this.#changes.length, ...saved);
  }

  #recorded(inner: RegistryStorage): RegistryStorage {
    const writer = inner.writer!;
    const done = (repeat: Change['repeat']) => {
      this.#changes.push({ time: (performance.timeOrigin + performance.now()) / 1000, repeat });
    };
    const uploads = this.uploads;
    const recorded: StorageWriter = {
      async putManifest(...given) {
        await writer.putManifest(...given);
        done((to) => to.putManifest(...given));
      },
      async deleteManifest(...given) {
        done((to) => to.deleteManifest(...given));
        return writer.deleteManifest(...given);
      },
      async deleteTag(...given) {
        done((to) => to.deleteTag(...given));
        return writer.deleteTag(...given);
      },
      async mountBlob(...given) {
        done((to) => to.mountBlob(...given));
        return writer.mountBlob(...given);
      },
      async deleteBlob(...given) {
        done((to) => to.deleteBlob(...given));
        return writer.deleteBlob(...given);
      },
      async newBlob() {
        const sink = await writer.newBlob();
        const chunks: Buffer[] = [];
        return {
          async write(chunk) {
            chunks.push(Buffer.from(chunk));
            await sink.write(chunk);
          },
          async keep(repository: string, digest: Digest) {
            await sink.keep(repository, digest);
            const place = `${repository}@${digest}`;
            uploads.set(place, (uploads.get(place) ?? 0) + 1);
            done(async (to) => {
              const again = await to.newBlob();
              for (const chunk of chunks) await again.write(chunk);
              await again.keep(repository, digest);
            });
          },
          discard: () => sink.discard(),
        };
      },
    };
    return { ...inner, writer: recorded };
  }
}
