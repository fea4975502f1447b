/** The logo of Airlock: a lock with two doors. `size` is its height in px. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg
      className="al-logo"
      viewBox="-5.5 0 30.5 26"
      width={(size * 30.5) / 26}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M9 3.6A10 10 0 1 0 9 22.4" />
      <path d="M17 22.4A10 10 0 0 0 17 3.6" stroke="var(--al-brand)" />
      <path d="M8 13h10M14.6 9.6 18 13l-3.4 3.4" />
    </svg>
  );
}
