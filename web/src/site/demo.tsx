import { AreaCard } from '../features/counting/areas/area-card';
import { CapacityBar, LevelBadge } from '../features/counting/areas/capacity-bar';
import { ConnectionBadge } from '../features/account/connection-badge';
import { formatCount } from '../texts/format';
import { texts } from '../texts/texts';
import { siteTexts } from './site-texts';
import { BrandMark } from '../ui/brand-mark';
import { demoAreas, demoCapacity, demoTotal } from './demo-areas';

const nothing = () => undefined;
/** One occupancy in percent for each level, in ascending order. */
const LEVEL_SAMPLES = [0, 80, 95];

/**
 * Shows the product's own cards. Without scripts they are an inert picture. run-demo.ts makes the phone work and
 * updates the numbers of the dashboard. The dashboard remains a picture for screen readers, which read the line below
 * it instead.
 */
export function Demo() {
  return (
    <section data-demo aria-label={siteTexts.demo.label} className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 items-end gap-8 sm:grid-cols-[17.5rem_minmax(0,1fr)] sm:gap-5 lg:gap-6">
        <Phone />
        <Dashboard />
      </div>
      <p className="flex min-h-11 flex-wrap items-center gap-x-3 text-sm text-muted">
        <span>{siteTexts.demo.hint}</span>
        <span data-demo-other hidden className="inline-flex flex-wrap items-center gap-x-3">
          {siteTexts.demo.otherDoor}
          <button
            type="button"
            data-demo-pause
            className="touch-pad min-h-11 font-semibold text-ink underline decoration-line-strong underline-offset-4"
          >
            {siteTexts.demo.pause}
          </button>
        </span>
      </p>
      <output data-demo-said className="sr-only" />
      {LEVEL_SAMPLES.map((occupancy) => (
        <template key={occupancy} data-demo-level>
          <LevelBadge occupancy={occupancy} capacity={100} />
          <CapacityBar occupancy={occupancy} capacity={100} />
        </template>
      ))}
    </section>
  );
}

function Phone() {
  return (
    <figure className="mx-auto grid w-full max-w-[17.5rem] grid-cols-1 gap-3">
      <div className="rounded-[2.75rem] border-[0.5rem] border-frame bg-page pt-4 pb-6 shadow-lift">
        <div aria-hidden className="mx-auto mb-4 h-1.5 w-16 rounded-full bg-sunken-strong" />
        <div className="flex flex-wrap items-center justify-between gap-2 px-4 pb-3">
          <BrandMark size={24} />
          <ConnectionBadge connection="connected" />
        </div>
        <div
          data-demo-phone
          inert
          className="px-2 [&_button:active:not(:disabled)]:scale-[0.97] [&_button:last-child:active]:bg-accent-lit [&_button:last-child:active]:text-on-accent-lit"
        >
          <AreaCard area={demoAreas()[0]} locked={false} onTap={nothing} />
        </div>
      </div>
      <figcaption className="text-center text-sm text-muted">{siteTexts.demo.phone}</figcaption>
    </figure>
  );
}

function Dashboard() {
  const areas = demoAreas();
  return (
    <figure className="grid min-w-0 grid-cols-1 gap-3">
      <div
        inert
        aria-hidden
        data-demo-dashboard
        className="touch-pad overflow-hidden rounded-card border border-line bg-page shadow-lift"
      >
        <div className="@container wrap-normal [zoom:0.6]">
          <div className="flex flex-wrap items-center gap-2.5 border-b border-line px-6 py-4 font-semibold tracking-tight">
            <BrandMark />
            <span className="me-auto">{texts.brand}</span>
            <ConnectionBadge connection="connected" />
          </div>
          <div className="p-6">
            <div className="mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
              <p className="text-3xl font-semibold tracking-tight">{siteTexts.demo.event}</p>
              <p className="flex items-baseline gap-2 tabular-nums">
                <span className="text-muted">{siteTexts.demo.onSite}</span>
                <span data-demo-total className="text-3xl leading-none font-semibold tracking-tight">
                  {formatCount(demoTotal(areas))}
                </span>
                <span className="text-muted">{texts.card.of(formatCount(demoCapacity(areas)))}</span>
              </p>
            </div>
            <div className="grid grid-cols-1 gap-4 @min-[20rem]:grid-cols-2">
              {areas.map((area) => (
                <AreaCard key={area.areaId} area={area} locked={false} onTap={nothing} />
              ))}
            </div>
          </div>
        </div>
      </div>
      <figcaption className="text-center text-sm text-muted">{siteTexts.demo.dashboard}</figcaption>
    </figure>
  );
}
