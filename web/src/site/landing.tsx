import type { ReactNode } from 'react';
import { CapacityBar, LevelBadge } from '../features/counting/areas/capacity-bar';
import { formatCount } from '../texts/format';
import { paths } from '../urls/paths';
import { texts } from '../texts/texts';
import { type SiteTexts, siteTexts } from './site-texts';
import type { Icon } from '../ui/icon';
import { CircleDollarSign, Globe, Zap } from '../ui/icons/site';
import { FileDown } from '../ui/icons/files';
import { Plus } from '../ui/icons/signs';
import { Demo } from './demo';
import { ActionLink } from './site-layout';

const heading = 'text-3xl font-semibold tracking-tight text-balance sm:text-4xl';

const FEATURES: readonly (readonly [card: keyof SiteTexts['features']['cards'], Icon: Icon])[] = [
  ['realTime', Zap],
  ['webFirst', Globe],
  ['pricing', CircleDollarSign],
  ['reports', FileDown],
];

export function Landing() {
  return (
    <>
      <Hero />
      <Steps />
      <Levels />
      <Features />
      <Closing />
    </>
  );
}

function Section({ className = '', children }: { className?: string; children: ReactNode }) {
  return <section className={`site-width py-12 sm:py-16 ${className}`}>{children}</section>;
}

function Hero() {
  const { title, titleEnd, lead, trial, terms } = siteTexts.hero;
  return (
    <Section className="grid grid-cols-1 items-center gap-12 pt-8! sm:pt-12! lg:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)]">
      <div>
        <h1 className="text-[2.625rem] leading-[1.03] font-semibold tracking-[-0.035em] text-balance sm:text-6xl">
          {title} <span className="block">{titleEnd}</span>
        </h1>
        <p className="mt-6 max-w-[34rem] text-lg text-muted text-pretty sm:text-xl">{lead}</p>
        <ActionLink href={paths.signup} className="mt-8 min-h-14 px-7 text-lg max-sm:w-full max-sm:px-2!">
          {trial}
        </ActionLink>
        <p className="mt-4 max-w-[34rem] text-[0.9375rem] text-muted text-balance">{terms}</p>
      </div>
      <Demo />
    </Section>
  );
}

function Steps() {
  return (
    <Section>
      <h2 className={heading}>{siteTexts.steps.title}</h2>
      <ol className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-3">
        {siteTexts.steps.list.map(({ title, text }, i) => (
          <li key={title} className="border-t-2 border-ink pt-5">
            <p aria-hidden className="text-sm font-semibold text-muted tabular-nums">
              {i + 1}
            </p>
            <h3 className="mt-2 text-xl font-semibold tracking-tight">{title}</h3>
            <p className="mt-2 text-muted text-pretty">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Levels() {
  const { title, lead, areas } = siteTexts.levels;
  return (
    <Section className="grid grid-cols-1 items-center gap-x-16 gap-y-10 lg:grid-cols-2">
      <div>
        <h2 className={heading}>{title}</h2>
        <p className="mt-4 max-w-[32rem] text-lg text-muted text-pretty">{lead}</p>
      </div>
      <ul className="grid grid-cols-1 gap-6 [&_span]:whitespace-normal rounded-card bg-surface p-5 shadow-lift sm:p-7">
        {areas.map(({ name, occupancy, capacity }) => (
          <li key={name}>
            <div className="mb-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span className="font-semibold tracking-tight">{name}</span>
              <LevelBadge occupancy={occupancy} capacity={capacity} />
            </div>
            <CapacityBar occupancy={occupancy} capacity={capacity} />
            <p className="mt-2 text-sm text-muted tabular-nums">
              <span className="font-semibold text-ink">{formatCount(occupancy)}</span>{' '}
              {texts.card.of(formatCount(capacity))}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Features() {
  return (
    <Section>
      <h2 className={heading}>{siteTexts.features.title}</h2>
      <div className="mt-10 grid items-start gap-4 sm:gap-5 md:grid-cols-2">
        {FEATURES.map(([card, Icon]) => ({ card, Icon, ...siteTexts.features.cards[card] })).map(
          ({ card, Icon, title, summary, points }) => (
            <details key={card} className="group @container rounded-card bg-surface shadow-lift">
              <summary className="grid cursor-pointer list-none grid-cols-[auto_minmax(0,1fr)_auto] @max-[16rem]:grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 rounded-card p-5 sm:p-6 [&::-webkit-details-marker]:hidden">
                <span className="row-span-2 grid size-11 place-items-center rounded-field bg-sunken @max-[16rem]:row-span-1">
                  <Icon size={22} />
                </span>
                <h3 className="@max-[16rem]:col-span-full @max-[16rem]:row-start-2 @max-[16rem]:mt-3 text-xl font-semibold tracking-tight">
                  {title}
                </h3>
                <Plus
                  size={22}
                  className="row-span-2 mt-1 @max-[16rem]:col-start-2 @max-[16rem]:row-span-1 @max-[16rem]:row-start-1 text-muted transition-transform duration-150 group-open:rotate-45"
                />
                <span className="col-start-2 row-start-2 @max-[16rem]:col-span-full @max-[16rem]:row-start-3 mt-1 text-muted text-pretty">
                  {summary}
                </span>
              </summary>
              <ul className="grid gap-3 px-5 pb-6 sm:pe-14 sm:ps-[5.25rem]">
                {points.map((point) => (
                  <li key={point} className="text-pretty">
                    {point}
                  </li>
                ))}
              </ul>
            </details>
          ),
        )}
      </div>
    </Section>
  );
}

function Closing() {
  return (
    <Section className="pb-20! sm:pb-28!">
      <div className="grid justify-items-start gap-x-10 gap-y-6 rounded-card bg-surface p-6 shadow-lift sm:p-12 md:grid-cols-[1fr_auto] md:items-center">
        <div>
          <h2 className={heading}>{siteTexts.closing.title}</h2>
          <p className="mt-3 max-w-[34rem] text-lg text-muted text-pretty">{siteTexts.closing.text}</p>
        </div>
        <ActionLink href={paths.signup} className="min-h-14 px-7 text-lg max-sm:w-full max-sm:px-2!">
          {siteTexts.hero.trial}
        </ActionLink>
      </div>
    </Section>
  );
}
