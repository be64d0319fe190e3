import { paths } from '../../urls/paths';

/** The link for the whole venue, or for one area. */
export function displayLink(token: string, areaId: string, origin: string): string {
  const link = `${origin}${paths.display.replace(':token', encodeURIComponent(token))}`;
  return areaId === '' ? link : `${link}?area=${encodeURIComponent(areaId)}`;
}
