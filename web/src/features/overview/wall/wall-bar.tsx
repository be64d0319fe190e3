import { clsx } from 'clsx';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { changeDevice, useDevice } from '../../../device/device';
import { formatCount } from '../../../texts/format';
import { inLocale, texts } from '../../../texts/texts';
import { paths } from '../../../urls/paths';
import { IconButton, iconButtonClass } from '../../../ui/button';
import { BellRing } from '../../../ui/icons/alerts';
import { ChevronLeft, ChevronRight } from '../../../ui/icons/arrows';
import { Settings, X } from '../../../ui/icons/counting';
import { WifiOff } from '../../../ui/icons/connection';
import { Pause, Play, Volume2, VolumeX } from '../../../ui/icons/wall';
import { Link } from '../../../ui/link';
import { ThemeSwitch } from '../../../ui/preferences/theme-switch';
import { FullscreenButton } from '../../display/fullscreen-button';
import { appearanceOf } from '../../evacuation/evacuation-appearance';
import type { Sum } from '../event-summary';
import type { RunningEvent } from '../running-events';
import { WallElapsed } from './wall-elapsed';
import type { Pages } from './use-pages';
import { formatWallCount } from './wall-line';
import { wallTexts } from '../../../texts/wall-texts';

const clock = inLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
);

/** The time with seconds, so that a screen that stands still is seen. */
function Clock() {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <time className="wall-clock">{clock().format(now)}</time>;
}

function subscribe(subscriber: () => void): () => void {
  for (const touch of ['pointerup', 'keydown']) window.addEventListener(touch, subscriber);
  return () => {
    for (const touch of ['pointerup', 'keydown']) window.removeEventListener(touch, subscriber);
  };
}
/** Browsers play no sound before somebody has touched the page, as after a restart. */
const mayPlay = (): boolean => navigator.userActivation?.hasBeenActive ?? true;

function SoundButton() {
  const { sound } = useDevice();
  const plays = useSyncExternalStore(subscribe, mayPlay);
  if (sound && plays) {
    return (
      <IconButton label={wallTexts.soundOn} onClick={() => changeDevice({ sound: false })}>
        <Volume2 size={22} />
      </IconButton>
    );
  }
  // The press itself makes the browser allow sound.
  return (
    <button type="button" onClick={() => changeDevice({ sound: true })} className="wall-sound">
      <VolumeX size={22} />
      <span>{wallTexts.soundIsOff}</span>
      <span className="wall-turn-on">{wallTexts.turnOn}</span>
    </button>
  );
}

function PageButtons({ pages, count }: { pages: Pages; count: number }) {
  const { page, turn, turns, setTurns } = pages;
  return (
    <span className="wall-pages">
      <IconButton label={wallTexts.lastPage} onClick={() => turn(-1)}>
        <ChevronLeft size={22} />
      </IconButton>
      <span role="status">{wallTexts.page(page + 1, count)}</span>
      <IconButton label={wallTexts.nextPage} onClick={() => turn(1)}>
        <ChevronRight size={22} />
      </IconButton>
      <IconButton label={turns ? wallTexts.stay : wallTexts.goOn} onClick={() => setTurns(!turns)}>
        {turns ? <Pause size={22} /> : <Play size={22} />}
      </IconButton>
    </span>
  );
}

/** What runs: the first evacuation or drill, and how many others there are. */
function Running({ running: [first, ...others] }: { running: readonly RunningEvent[] }) {
  if (first === undefined) return null;
  const { isDrill } = first.evacuation;
  const { title, Icon, band } = appearanceOf(isDrill);
  return (
    <p data-testid="bar-running" className={clsx('wall-runs', band)}>
      <Icon className="wall-icon" />
      <strong>{title}</strong>
      <span className="wall-words">{first.eventName}</span>
      <strong>{wallTexts.stillInside(formatWallCount(first.people))}</strong>
      {first.lowBy > 0 && <strong>{texts.card.missing(formatWallCount(first.lowBy))}</strong>}
      <WallElapsed evacuation={first.evacuation} people={first.people} fits="all" />
      {others.length > 0 && <strong>{wallTexts.others(others.length)}</strong>}
    </p>
  );
}

export interface WallBarProps {
  /** The evacuations and drills on the wall, evacuations first. */
  running: readonly RunningEvent[];
  sum: Sum;
  /** What is wrong with the connection of the whole wall; null if nothing is. */
  lost: string | null;
  pages: Pages;
  pageCount: number;
  onChoose: () => void;
  /** How much larger than elsewhere the buttons are. */
  zoom: number;
}

/** The bar at the top: the time, the sums, the page, and the buttons. */
export function WallBar({ running, sum, lost, pages, pageCount, onChoose, zoom }: WallBarProps) {
  const count = formatCount(sum.notAcknowledged);
  const alerts = wallTexts.alerts(sum.notAcknowledged, count);
  const isShort = running.length > 0;
  return (
    <header className="wall-top" data-lost={lost !== null}>
      <Clock />
      <Running running={running} />
      {lost === null ? (
        <p className="wall-sum">
          <strong>{formatWallCount(sum.occupancy)}</strong> {wallTexts.inside}
        </p>
      ) : (
        <p role="alert" className="wall-sum">
          <WifiOff className="wall-icon" /> <strong>{lost}</strong>
        </p>
      )}
      {sum.notAcknowledged > 0 && (
        <Link
          to={paths.alertList}
          aria-label={isShort ? `${count}: ${alerts}` : alerts}
          title={alerts}
          className="wall-alerts"
        >
          {isShort && <BellRing className="wall-icon" />}
          {isShort ? count : <span className="wall-words">{alerts}</span>}
        </Link>
      )}
      <span className="wall-buttons" style={{ zoom }}>
        {pageCount > 1 && <PageButtons pages={pages} count={pageCount} />}
        <SoundButton />
        <IconButton label={wallTexts.choose} onClick={onChoose}>
          <Settings size={22} />
        </IconButton>
        <ThemeSwitch />
        <FullscreenButton />
        <Link to={paths.overview} aria-label={wallTexts.leave} title={wallTexts.leave} className={iconButtonClass()}>
          <X size={22} />
        </Link>
      </span>
    </header>
  );
}
