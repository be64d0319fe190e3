import { paths } from '../../lib/paths';

/** Of the whole venue; of one area where one is given. */
export function displayLink(token: string, areaId: string, origin: string): string {
  const link = `${origin}${paths.display.replace(':token', encodeURIComponent(token))}`;
  return areaId === '' ? link : `${link}?area=${encodeURIComponent(areaId)}`;
}
