/** The logo: a room filled with people up to two thirds, with headroom above them. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 28 28" fill="none" className="shrink-0">
      <rect x="1.25" y="1.25" width="25.5" height="25.5" rx="7.75" stroke="currentColor" strokeWidth="2.5" />
      <path d="M5.5 13h17v6.5a3 3 0 0 1-3 3h-11a3 3 0 0 1-3-3z" className="fill-bar-normal" />
      <path d="M9 8h10" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
