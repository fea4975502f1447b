import { describe, test } from 'vitest';
import { findPeer, type PeerName, type Program, peerNamed } from './peers.ts';

declare module 'vitest' {
  interface TaskMeta {
    peer?: string;
    /** Number of inputs that one test compares. Default: 1. */
    cases?: number;
    /** Why the verdicts differ on purpose. */
    disagreement?: string;
    /** Why a test or the whole suite can't run on this host. */
    notRun?: string;
    /** Number of inputs without a verdict, by reason. */
    unjudged?: Record<string, number>;
  }
}

/** Records how many inputs one test compared. */
export type Cases = (count: number) => void;
/** Records inputs of a test that have no verdict: kind and reason, and their number, by default 1. */
export type Unjudged = (reason: string, count?: number) => void;

/** Tests with a peer. Its program is read when a test runs. */
export interface Judged {
  /** The peer agrees with Airlock. Count more than one input with `cases`. */
  agrees(
    title: string,
    body: (peer: Program, cases: Cases, unjudged: Unjudged) => Promise<void> | void,
  ): void;
  /** The peer and Airlock differ on purpose. @param reason for docs/proof.md, with the issue of the peer's tracker if it is wrong */
  differs(title: string, reason: string, body: (peer: Program) => Promise<void> | void): void;
  /** A test can't run on this host, because data or permissions are missing. */
  notRun(title: string, reason: string): void;
}

/**
 * Defines the tests with a peer. They are skipped if it, another peer, data or permissions are missing. `run.ts` then prints
 * `NOT RUN` with the reason, and `docs/proof.md` lists it.
 * @param missing data or permissions that all tests need and this host doesn't have
 */
export async function judgedBy(
  name: PeerName,
  define: (judged: Judged) => void,
  needs: readonly PeerName[] = [],
  missing?: string,
): Promise<void> {
  const program = await findPeer(peerNamed(name)!);
  const needed = await Promise.all(needs.map((each) => findPeer(peerNamed(each)!)));
  const absent = needs.filter((_, index) => !needed[index]);
  const reason = missing ?? (absent.length > 0 ? `It also needs ${absent.join(', ')}.` : undefined);
  const notRun = (title: string, why: string) =>
    test(title, (context) => {
      context.task.meta.peer = name;
      context.task.meta.notRun = why;
      context.skip(why);
    });
  if (program && reason !== undefined) {
    notRun(`all tests with ${name}`, reason);
    return;
  }
  describe.skipIf(!program)(name, () => {
    // A suite must contain a test.
    if (reason !== undefined) return void test(reason, () => {});
    define({
      agrees(title, body) {
        test(title, async ({ task: { meta } }) => {
          meta.peer = name;
          await body(
            program!,
            (count) => {
              meta.cases = count;
            },
            (why, count = 1) => {
              if (count === 0) return;
              meta.unjudged = { ...meta.unjudged, [why]: (meta.unjudged?.[why] ?? 0) + count };
            },
          );
        });
      },
      differs(title, why, body) {
        test(title, async ({ task: { meta } }) => {
          meta.peer = name;
          meta.disagreement = why;
          await body(program!);
        });
      },
      notRun,
    });
  });
}
