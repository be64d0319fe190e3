// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import './display.css';
import { useSearchParams } from 'react-router-dom';
import { type Shown, shownOn } from './display-state';
import { formatRecent } from '../../texts/format';
import { dialogTexts } from '../../texts/dialog-texts';
import { DrillIcon } from '../evacuation/evacuation-icons';
import { texts } from '../../texts/texts';
import { PageTitle } from '../../ui/page-title';
import { LanguageSwitch } from '../../ui/preferences/language-switch';
import { ThemeSwitch } from '../../ui/preferences/theme-switch';
import type { DisplaySnapshot } from './display-channel';
import { DisplayNotice, noticeOf } from './display-notice';
import { Sign, signState, signWords } from './sign';
import { useDisplay } from './use-display';
import { useUnattended } from './use-unattended';
import { useState, useEffect } from 'react';
import { FullscreenButton } from './fullscreen-button';

/** The query parameter that holds the area's id. */
const AREA_PARAM = 'area';

declare module 'react' {
  interface CSSProperties {
    '--columns'?: number;
  }
}

/** The screen of /display/:token, a public display beside the queue that everybody reads and nobody touches. */
export function DisplayScreen({ token }: { token: string }) {
  const [search] = useSearchParams();
  return <DisplayPage key={token} token={token} areaId={search.get(AREA_PARAM)} />;
}

function DisplayPage({ token, areaId }: { token: string; areaId: string | null }) {
  const snapshot = useDisplay(token);
  const idle = useIdle();
  useUnattended();
  const { display } = snapshot;
  const notice = display && noticeOf(display);
  const shown = display && notice === null ? shownOn(display, areaId) : [];
  const [only] = shown.length === 1 ? shown : [];
  const state = only && signState(only, snapshot.stale);
  return (
    <main className="display" data-idle={idle} data-state={notice ?? state}>
      <PageTitle title={display?.eventName ?? dialogTexts.display.title} />
      <header className="display-head">
        {display?.evacuation === 'drill' && notice === null && (
          <p role="status" className="display-lost display-drill">
            <DrillIcon />
            <strong>{dialogTexts.display.drill}</strong>
            <span>{dialogTexts.display.drillMeans}</span>
          </p>
        )}
        {display && (
          <h1 className={notice === null ? undefined : 'sr-only'}>
            {only?.areaName ? `${display.eventName} · ${only.areaName}` : display.eventName}
          </h1>
        )}
        <div className="display-controls">
          <LanguageSwitch compact />
          <ThemeSwitch />
          <FullscreenButton />
        </div>
        {display && snapshot.line === 'lost' && (
          <p role="status" className="display-lost">
            {lostText(snapshot)}
          </p>
        )}
      </header>
      {display && notice !== null && <DisplayNotice key={notice} kind={notice} display={display} />}
      {display && notice === null && shown.length > 0 && <Signs shown={shown} stale={snapshot.stale} />}
      {notice === null && shown.length === 0 && <Message {...messageOf(snapshot, areaId)} />}
    </main>
  );
}

const lostText = ({ lostSince }: DisplaySnapshot): string =>
  lostSince === null
    ? dialogTexts.display.noConnection
    : dialogTexts.display.noConnectionSince(formatRecent(lostSince));

function Signs({ shown, stale }: { shown: readonly Shown[]; stale: boolean }) {
  return (
    <>
      <div className="display-signs" style={{ '--columns': columnsFor(shown.length) }}>
        {shown.map((one) => (
          <Sign key={one.areaId} shown={one} stale={stale} named={shown.length > 1} />
        ))}
      </div>
      <output className="sr-only">{announcementOf(shown, stale)}</output>
    </>
  );
}

/** Chooses the number of columns on a wide screen, so that tiles are slightly wider than high. */
const columnsFor = (signs: number): number => Math.ceil(signs / Math.max(1, Math.round(Math.sqrt(signs * 0.6))));

/** The text for screen readers. It changes with the state of a sign, not with every number. */
const announcementOf = (shown: readonly Shown[], stale: boolean): string =>
  shown
    .map((one) => {
      const words = signWords(signState(one, stale));
      return one.areaName === null ? words : texts.card.announced(one.areaName, words);
    })
    .join('. ');

interface MessageProps {
  text: string;
  hint?: string;
}

function messageOf({ line, display }: DisplaySnapshot, areaId: string | null): MessageProps {
  if (line === 'gone') return { text: dialogTexts.display.gone, hint: dialogTexts.display.goneHint };
  if (display && areaId !== null) return { text: dialogTexts.display.areaGone, hint: dialogTexts.display.goneHint };
  if (display) return { text: dialogTexts.display.noAreas };
  return { text: line === 'lost' ? dialogTexts.display.noConnection : dialogTexts.display.connecting };
}

const Message = ({ text, hint }: MessageProps) => (
  <div role="status" className="display-message">
    <h1>{text}</h1>
    {hint && <p>{hint}</p>}
  </div>
);

const IDLE_AFTER_MS = 4000;
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Whether nobody has moved a pointer, touched the screen or pressed a key for some seconds. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function wake() {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE_AFTER_MS);
    }
    wake();
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, wake);
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, wake);
    };
  }, []);

  return idle;
}
