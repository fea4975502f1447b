/** May a message be sent now? Urgent ones always; they are counted all the same. */
export interface EventBudget {
  take(): boolean;
  spend(): void;
}

const A_SECOND = 8;
const AT_ONCE = 2;

/** At most ten messages in any second, as long as few of them are urgent. @param now ms, monotonic */
export function createEventBudget(now: () => number = () => performance.now()): EventBudget {
  let left = AT_ONCE;
  let at = now();
  const refill = () => {
    const time = now();
    left = Math.min(AT_ONCE, left + ((time - at) * A_SECOND) / 1000);
    at = time;
  };
  return {
    take() {
      refill();
      if (left < 1) return false;
      left--;
      return true;
    },
    spend() {
      refill();
      left--;
    },
  };
}
