import { useEffect } from 'react';
import { computePlan } from '../../../../src/shared/rules/capacity-rules/compute-plan';
import type { CapacityPlan, NewCapacityPlan } from '../../../../src/shared/rules/capacity-rules/plan';
import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import { useRoom } from '../../realtime/hooks';
import { texts } from '../../texts/app-texts';
import { capacityTexts } from '../../texts/capacity-texts';
import { formatMoment } from '../../texts/format';
import { countingPath, EVENT_PARAM, paths } from '../../urls/paths';
import { useSearch } from '../../urls/search';
import { Button, buttonClass } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Printer } from '../../ui/icons/files';
import { UsersRound } from '../../ui/icons/menus';
import { Link } from '../../ui/link';
import { Form } from '../../ui/forms/form';
import { useForm } from '../../ui/forms/use-form';
import { showToast } from '../../ui/overlays/toasts';
import { adoptStyles } from '../../ui/styles/adopted-styles';
import { Loaded } from '../../ui/loaded';
import { DashboardLayout } from '../dashboard/dashboard-layout';
import { MissingEvent } from '../events/missing-event';
import { useEvents } from '../events/use-events';
import { useSelectedEventId } from '../events/use-selected-event';
import { usePlan, useSavePlan } from './capacity-api';
import { PlanForm } from './plan-form';
import { PlanNow } from './plan-now';
import { PlanPaper } from './plan-paper';
import { PlanResultCard } from './plan-result';
import { TakeOver } from './take-over';
import { EMPTY_PLAN, readPlan, typedPlan, type TypedPlan } from './typed-plan';

/** Only the document is printed, on whatever paper the printer has. */
const PRINT_CSS = '@page { margin: 16mm 14mm } @media print { header.sticky, footer, [data-toast] { display: none } }';

/** The screen of /app/capacity: from floor, exits and an own number to a capacity. */
export function CapacityScreen({ user }: { user: User }) {
  const events = useEvents(user);
  const [search] = useSearch();
  const [selectedId] = useSelectedEventId();
  const shownId = search.get(EVENT_PARAM) ?? selectedId;
  const event = events.known.find(({ eventId }) => eventId === shownId);
  return (
    <DashboardLayout user={user} title={capacityTexts.title}>
      {event ? (
        <EventCapacity key={event.eventId} event={event} />
      ) : shownId !== null ? (
        <MissingEvent events={events} icon={<UsersRound size={28} />} />
      ) : (
        <EmptyState text={capacityTexts.noEvent} icon={<UsersRound size={28} />}>
          <Link to={paths.app} className={buttonClass('quiet')}>
            {capacityTexts.back}
          </Link>
        </EmptyState>
      )}
    </DashboardLayout>
  );
}

function EventCapacity({ event }: { event: Event }) {
  const { loading, loadFailed } = capacityTexts;
  return (
    <Loaded query={usePlan(event.eventId)} failedText={loadFailed} loadingText={loading}>
      {(plan) => <Assistant event={event} saved={plan} />}
    </Loaded>
  );
}

interface AssistantProps {
  event: Event;
  saved: CapacityPlan | null;
}

/** Whether the typed plan is not the saved one. */
function isChangedFrom(saved: CapacityPlan | null, typed: TypedPlan): boolean {
  const checked = readPlan(typed);
  if (saved === null || !checked.ok) return true;
  const kept = readPlan(typedPlan(saved));
  return !kept.ok || JSON.stringify(kept.value) !== JSON.stringify(checked.value);
}

function Assistant({ event, saved }: AssistantProps) {
  const words = capacityTexts;
  const { typed, edit, ...form } = useForm(() => typedPlan(saved ?? EMPTY_PLAN), undefined, { stays: true });
  const { snapshot, refresh } = useRoom(event.eventId);
  const areas = snapshot.areas ?? [];
  const save = useSavePlan(event.eventId);
  useEffect(() => adoptStyles(PRINT_CSS), []);

  const checked = readPlan(typed);
  const computed = checked.ok ? { plan: checked.value, result: computePlan(checked.value) } : null;
  const isChanged = isChangedFrom(saved, typed);

  async function savePlan(plan: NewCapacityPlan) {
    await save(plan);
    showToast(words.saved);
  }

  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-5 print:hidden">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 pt-1 sm:pt-6">
          <div className="min-w-0 grow basis-64">
            <h1 className="text-[min(1.75rem,11vw)] leading-tight font-semibold tracking-tight">{words.title}</h1>
            <p className="text-muted">
              {event.eventName}. {words.lead} {saved && words.result.savedAt(formatMoment(saved.computedAt))}
            </p>
          </div>
          <Link to={countingPath(event.eventId)} className={buttonClass('quiet', 'min-h-11 px-4 text-sm')}>
            {words.back}
          </Link>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:gap-5 lg:grid-cols-2">
          <Form
            form={form}
            onSubmit={() => form.submitChecked(checked, savePlan)}
            className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-5"
            actions={
              <div className="flex flex-wrap gap-3">
                <Button type="submit" busy={form.busy}>
                  {form.busy ? texts.common.saving : words.save}
                </Button>
                <Button variant="quiet" onClick={() => print()}>
                  <Printer size={18} />
                  {words.print}
                </Button>
              </div>
            }
          >
            <PlanForm typed={typed} areas={areas} onEdit={edit} />
          </Form>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-5">
            <PlanResultCard computed={computed} />
            <TakeOver event={event} areas={areas} saved={saved} isChanged={isChanged} onAreaChanged={refresh} />
            {saved && <PlanNow event={event} plan={saved} />}
          </div>
        </div>
      </div>
      {computed && (
        <PlanPaper eventName={event.eventName} {...computed} savedAt={isChanged ? null : (saved?.computedAt ?? null)} />
      )}
    </>
  );
}
