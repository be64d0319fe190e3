import { encode } from 'uqr';

/** The number of white modules around the code. Without them scanners may not find it (ISO/IEC 18004, quiet zone). */
const QUIET_ZONE_MODULES = 4;

/** Returns an SVG path in which each run of dark modules in a row is one rectangle. The unit is one module. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      let end = x;
      while (row[end]) end += 1;
      path += `M${x} ${y}h${end - x}v1h${x - end}z`;
      x = end;
    }
  }
  return path;
}

export interface QrCodeProps {
  value: string;
  /** Describes the target of the code, for people who do not see the code. */
  label: string;
  className?: string;
}

/**
 * A QR code, dark on white in every theme, because many scanners need that. It can be read with 15 % of it covered or
 * worn off (level M).
 */
export function QrCode({ value, label, className }: QrCodeProps) {
  const { size, data } = encode(value, { ecc: 'M', border: QUIET_ZONE_MODULES });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h${-size}z`} />
      <path fill="#000" d={pathOf(data)} />
    </svg>
  );
}
