/**
 * Formats the time between two moments (epoch ms) to the second, as a running clock: '0:42', '12:05' or '1:02:05'. Reports
 * write times above a capacity in words, to the minute (`formatDuration`).
 */
export function formatLasted(from: number, to: number): string {
  const seconds = Math.max(0, Math.round((to - from) / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`;
}
