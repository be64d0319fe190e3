import { useEffect } from 'react';
import * as z from 'zod/mini';
import { readDevice } from '../../device/device';
import { keep } from '../../session/plain-storage';
import { readJson } from '../../session/storage';
import { sound, type Tones, vibrate } from './sound';

const ToldSchema = z.array(z.string());
/**
 * The largest number of stored ids that are not open on this screen: what has ended, and what belongs to other events.
 */
const OTHERS_TOLD_MAX = 200;

const REPEAT_AFTER_MS = 12_000;
/** 20 repeats take four minutes. Somebody who has not come by then will not come because of the sound. */
const REPEATS_MAX = 20;

/**
 * Returns whether one of the ids is new to this device, and marks all of them as announced. Marks survive a reload.
 */
function tell(key: string, ids: readonly string[]): boolean {
  const told = z.safeParse(ToldSchema, readJson(key)).data ?? [];
  const others = told.filter((id) => !ids.includes(id));
  keep(key, JSON.stringify([...others.slice(-OTHERS_TOLD_MAX), ...ids]));
  return ids.some((id) => !told.includes(id));
}

interface Announced {
  /** The key under which the device keeps what it has announced. */
  key: string;
  /** The ids of what is open, without spaces. */
  ids: readonly string[];
  /** Whether the alarm repeats until nothing is open any more. */
  repeats: boolean;
  tones: Tones;
}

/** Sounds and vibrates once for ids that this device has not announced before, and repeatedly if that is asked for. */
export function useAnnouncement({ key, ids, repeats, tones }: Announced): void {
  const open = ids.join(' ');
  useEffect(() => {
    if (open === '') return undefined;
    const over = new AbortController();
    const alarm = () => {
      vibrate();
      if (readDevice().sound) void sound(over.signal, tones);
    };
    if (tell(key, open.split(' '))) alarm();
    let left = repeats ? REPEATS_MAX : 0;
    const timer = setInterval(() => {
      if (left-- > 0) alarm();
      else clearInterval(timer);
    }, REPEAT_AFTER_MS);
    return () => {
      over.abort();
      clearInterval(timer);
    };
  }, [key, open, repeats, tones]);
}
