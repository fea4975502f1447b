import { describe, type TestContext, test } from 'vitest';
import { findPeer, type PeerName, type Program, peerNamed } from './peers.ts';

declare module 'vitest' {
  interface TaskMeta {
    peer?: string;
    /** Number of inputs that one test compares. Default: 1. */
    cases?: number;
    /** Why the verdicts differ on purpose. */
    disagreement?: string;
  }
}

/** Tests with a peer. Its program is read when a test runs. */
export interface Judged {
  /** The peer agrees with Airlock. Count more than one input with `cases`. */
  agrees(title: string, body: (peer: Program, cases: (count: number) => void) => Promise<void> | void): void;
  /** The peer and Airlock differ on purpose. @param reason for docs/proof.md, with the issue of the peer's tracker if it is wrong */
  differs(title: string, reason: string, body: (peer: Program) => Promise<void> | void): void;
}

/**
 * Defines the tests with a peer. They are skipped if it or another peer that it needs is missing, and the suite prints
 * `NOT RUN`.
 * @param given whether this host has the data and permissions that all tests need
 */
export async function judgedBy(
  name: PeerName,
  define: (judged: Judged) => void,
  needs: readonly PeerName[] = [],
  given = true,
): Promise<void> {
  if (!given) {
    // A suite must contain a test.
    describe.skip(name, () => void test('needs data or permissions that are missing on this host'));
    return;
  }
  const needed = await Promise.all(needs.map((each) => findPeer(peerNamed(each)!)));
  const program = needed.includes(undefined) ? undefined : await findPeer(peerNamed(name)!);
  const record = ({ task }: TestContext) => {
    task.meta.peer = name;
  };
  describe.skipIf(!program)(name, () => {
    define({
      agrees(title, body) {
        test(title, async (context) => {
          record(context);
          await body(program!, (count) => {
            context.task.meta.cases = count;
          });
        });
      },
      differs(title, reason, body) {
        test(title, async (context) => {
          record(context);
          context.task.meta.disagreement = reason;
          await body(program!);
        });
      },
    });
  });
}
