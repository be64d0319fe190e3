import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { ORDER_NOTE_MAX_LENGTH } from '../../../../src/shared/orders/limits';
import { checkNewOrder } from '../../../../src/shared/rules/orders/check-order';
import { rulesOf } from '../../../../src/shared/rules/modes';
import { venueLowBy } from '../../../../src/shared/rules/venue-capacity';
import type { Event } from '../../../../src/shared/schemas/event';
import {
  letsIn,
  type NewOrder,
  ORDER_KINDS,
  type OrderKind,
  type OrderTarget,
} from '../../../../src/shared/orders/schemas';
import { useRealtime, useRoom } from '../../realtime/hooks';
import { texts } from '../../texts/app-texts';
import { dialogTexts } from '../../texts/dialog-texts';
import { formatCount } from '../../texts/format';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/forms/select-field';
import { TextField } from '../../ui/forms/text-field';
import { Form } from '../../ui/forms/form';
import { textIn, useForm } from '../../ui/forms/use-form';
import { Dialog } from '../../ui/overlays/dialog';
import { deviceLabel } from '../devices/device-list';
import { devicesQuery } from '../devices/devices-api';
import { OrderIcon } from './order-appearance';
import { OrderStates } from './order-states';
import { giveOrder, ordersQuery } from './orders-api';

export interface OrdersDialogProps {
  event: Event;
  onClose: () => void;
}

/** Shows the orders in force, with who has not confirmed them, and gives new ones. */
export function OrdersDialog({ event, onClose }: OrdersDialogProps) {
  const [isNew, setNew] = useState(false);
  const words = dialogTexts.orders;
  return (
    <Dialog
      wide
      onClose={onClose}
      title={isNew ? words.give : dialogTexts.eventDialogs.orders}
      description={isNew ? event.eventName : words.lead}
      onBack={isNew ? () => setNew(false) : undefined}
    >
      <OrdersView event={event} isNew={isNew} onNew={setNew} />
    </Dialog>
  );
}

/** The same on a page. Its place takes the focus of a button that disappears. */
export function Orders({ event }: { event: Event }) {
  const [isNew, setNew] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const wasNew = useRef(isNew);
  const words = dialogTexts.orders;

  useEffect(() => {
    if (wasNew.current === isNew) return;
    wasNew.current = isNew;
    place.current?.focus();
  }, [isNew]);

  return (
    <div
      ref={place}
      role="group"
      tabIndex={-1}
      aria-label={isNew ? words.give : dialogTexts.eventDialogs.orders}
      className="outline-none"
    >
      {isNew && <h3 className="mb-3 font-semibold">{words.give}</h3>}
      <OrdersView event={event} isNew={isNew} onNew={setNew} />
    </div>
  );
}

interface OrdersViewProps {
  event: Event;
  /** Whether a new order is being given. */
  isNew: boolean;
  onNew: (isNew: boolean) => void;
}

function OrdersView({ event, isNew, onNew }: OrdersViewProps) {
  const { areas, evacuation } = useRoom(event.eventId).snapshot;
  const words = dialogTexts.orders;
  if (isNew) return <NewOrderForm event={event} onLeave={() => onNew(false)} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <OrderStates
        eventId={event.eventId}
        areas={areas ?? []}
        isDrill={evacuation?.isDrill ?? false}
        whenNone={words.none}
      />
      <Button onClick={() => onNew(true)} className="w-full max-w-md">
        {words.give}
      </Button>
    </div>
  );
}

const EVENT: OrderTarget = { type: 'event' };
const FIRST: { kind: OrderKind; whom: string; note: string } = { kind: 'hold', whom: 'event', note: '' };

/** The options of the field for whom the order is, by their value. */
function useTargets({ eventId }: Event): Map<string, { target: OrderTarget; text: string }> {
  const { areas } = useRoom(eventId).snapshot;
  const { data: devices = [] } = useQuery(devicesQuery(eventId));
  const words = dialogTexts.orders;
  const targets = new Map<string, { target: OrderTarget; text: string }>([
    ['event', { target: EVENT, text: words.allDoors }],
  ]);
  for (const { areaId, areaName } of areas ?? [])
    targets.set(`area ${areaId}`, { target: { type: 'area', areaId }, text: words.area(areaName) });
  // Doors with names come first, because people look for them by name.
  for (const device of devices.toSorted((a, b) => Number(a.deviceName === null) - Number(b.deviceName === null))) {
    const { deviceId } = device;
    targets.set(`device ${deviceId}`, { target: { type: 'device', deviceId }, text: words.door(deviceLabel(device)) });
  }
  return targets;
}

function NewOrderForm({ event, onLeave }: { event: Event; onLeave: () => void }) {
  const { eventId } = event;
  const client = useQueryClient();
  const realtime = useRealtime();
  const targets = useTargets(event);
  const { data } = useQuery(ordersQuery(eventId));
  const { areas, evacuation } = useRoom(eventId).snapshot;
  const { mayLetIn } = rulesOf(evacuation);
  const lowBy = venueLowBy(areas ?? []);
  const { typed, edit, ...form } = useForm(FIRST, dialogTexts.orders.giveFailed);
  const { kind, whom, note } = typed;
  const target = targets.get(whom)?.target ?? EVENT;
  const replaced = data?.orders.find((order) => JSON.stringify(order.target) === JSON.stringify(target));
  const words = dialogTexts.orders;

  function give() {
    const clientId = realtime.clientIdOf(eventId);
    const order: NewOrder = { kind, target, note, ...(clientId !== null && { clientId }) };
    const send = async (checked: NewOrder) =>
      void client.setQueryData(ordersQuery(eventId).queryKey, await giveOrder(eventId, checked));
    return form.submitChecked(checkNewOrder(order), send, onLeave);
  }

  return (
    <Form
      form={form}
      onSubmit={give}
      onCancel={onLeave}
      submitText={words.giveConfirm}
      busyText={words.giving}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <fieldset>
        <legend className="mb-2 text-sm font-semibold">{words.what}</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {ORDER_KINDS.map((one) => (
            <KindOption
              key={one}
              kind={one}
              checked={one === kind}
              isRefused={!mayLetIn && letsIn(one)}
              onChoose={() => edit({ kind: one })}
            />
          ))}
        </div>
        {!mayLetIn && <p className="mt-2 text-sm text-muted">{words.notInEvacuation}</p>}
      </fieldset>
      <SelectField
        label={words.whom}
        value={targets.has(whom) ? whom : 'event'}
        onChange={({ target: { value } }) => edit({ whom: value })}
        options={[...targets].map(([value, { text }]) => ({ value, text }))}
      />
      <TextField
        label={words.note}
        placeholder={words.notePlaceholder}
        maxLength={ORDER_NOTE_MAX_LENGTH}
        {...textIn(typed, edit, 'note')}
      />
      {letsIn(kind) && lowBy > 0 && (
        <p role="status" className="text-sm font-semibold">
          {words.inDoubt(formatCount(lowBy))}
        </p>
      )}
      {replaced && <p className="text-sm text-muted">{words.replaces(texts.orderKinds[replaced.kind])}</p>}
    </Form>
  );
}

interface KindOptionProps {
  kind: OrderKind;
  checked: boolean;
  isRefused: boolean;
  onChoose: () => void;
}

function KindOption({ kind, checked, isRefused, onChoose }: KindOptionProps) {
  return (
    <label
      className={clsx(
        'flex cursor-pointer items-center gap-3 rounded-field bg-sunken px-4 py-3 has-checked:bg-raised has-checked:shadow-lift has-checked:outline-2 has-checked:outline-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-disabled:cursor-not-allowed has-disabled:opacity-50',
      )}
    >
      <input
        type="radio"
        name="kind"
        value={kind}
        checked={checked}
        disabled={isRefused}
        onChange={onChoose}
        className="sr-only"
      />
      <OrderIcon kind={kind} size={26} />
      <span className="min-w-0">
        <span className="block font-semibold">{texts.orderKinds[kind]}</span>
        <span className="block text-sm text-muted">{dialogTexts.order.does[kind]}</span>
      </span>
    </label>
  );
}
