import { LANGUAGE_CODES, factsOf } from '../../../../src/shared/languages';
import type { Verb } from '../../../../src/shared/rules/roles';
import type { Evacuation } from '../../../../src/shared/evacuation/schemas';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import { may, maySomewhere } from '../../session/may';
import { areaActionsOf } from '../counting/areas/area-actions';
import type { AreaAction } from '../counting/areas/area-menu';
import { mayEvacuate } from '../counting/areas/may-evacuate';
import { EVENT_PAGE_ICONS } from '../dashboard/event-page-icons';
import { eventPagesOf } from '../dashboard/event-pages';
import type { EventDialog } from '../dashboard/event-dialogs';
import { EvacuationIcon } from '../evacuation/evacuation-icons';
import { hasOtherEvents } from '../events/has-other-events';
import { EVENT_ACTIONS } from '../events/use-event-actions';
import { accountSettingNames } from '../settings/account/account-setting-names';
import { eventSettingNames } from '../settings/event/event-setting-names';
import { findableSettings } from '../settings/setting-names';
import { alertListTexts } from '../../texts/alert-list-texts';
import { texts } from '../../texts/app-texts';
import { capacityTexts } from '../../texts/capacity-texts';
import { commandTexts } from '../../texts/command-texts';
import { dialogTexts } from '../../texts/dialog-texts';
import { chooseLanguage } from '../../texts/language';
import { settingPagesTexts } from '../../texts/setting-pages-texts';
import { currentLanguage } from '../../texts/texts';
import type { Findable } from '../../ui/forms/find';
import { Languages, Monitor } from '../../ui/icons/appearance';
import { Copy, QrCode } from '../../ui/icons/codes';
import { BellRing } from '../../ui/icons/alerts';
import { CircleUserRound, DoorOpen, LayoutGrid, LogOut, Maximize2, Settings } from '../../ui/icons/counting';
import { UsersRound } from '../../ui/icons/menus';
import { CalendarDays } from '../../ui/icons/reports';
import { Plus } from '../../ui/icons/signs';
import { THEME_ICONS } from '../../ui/preferences/theme-switch';
import { chooseTheme, THEMES } from '../../ui/styles/theme';
import {
  AREA_PARAM,
  areaPath,
  capacityPath,
  countingPath,
  eventSettingsPath,
  paths,
  reportsPath,
  WALL_PATH,
} from '../../urls/paths';

/** A dialog that a command opens over the page. */
export type CommandDialog = {
  /** The event that it is about, which stays while it is open; null for none. */
  eventId: string | null;
} & (
  | { type: 'event'; dialog: EventDialog }
  | { type: 'area'; action: AreaAction; area: Area }
  | { type: 'add' | 'device' | 'orders' }
);

/** What the commands are about. */
export interface CommandFacts {
  user: User;
  /** The organizer's events. */
  events: readonly Event[];
  /** The event of the page, or else the selected one; null for none. */
  event: Event | null;
  /** The areas of that event; null until they are known. */
  areas: readonly Area[] | null;
  /** The evacuation or drill that runs there; null if none does. */
  evacuation: Evacuation | null;
}

/** What commands do besides leading to an address. */
export interface CommandEffects {
  open: (dialog: CommandDialog) => void;
  /** Selects an event, so that the pages that a link opens next are about it. */
  select: (eventId: string) => void;
  copyCode: (event: Event) => void;
  logOut: () => void;
}

/** The evacuation dialog of an event. For who may open it, it is only absent while nobody is known to have been counted. */
function evacuationCommand(
  { eventId }: Event,
  { user, areas, evacuation }: CommandFacts,
  { open }: CommandEffects,
): Findable[] {
  if (!may(user, 'control', eventId) || (evacuation === null && !mayEvacuate(areas))) return [];
  const { eventDialogs, evacuation: words } = dialogTexts;
  const ends = evacuation?.isDrill === true ? words.endDrill : words.endEvacuation;
  return [
    {
      id: 'evacuation',
      label: evacuation === null ? eventDialogs.evacuation : ends,
      words: `${commandTexts.words.evacuation} ${eventDialogs.evacuation}`,
      Icon: EvacuationIcon,
      isDanger: true,
      isUrgent: true,
      run: () => open({ type: 'event', dialog: 'evacuation', eventId }),
    },
  ];
}

/** What the tabs of the event, its sheet and its menu offer. */
function eventCommands(event: Event, facts: CommandFacts, effects: CommandEffects): Findable[] {
  const { open, select, copyCode } = effects;
  const { words } = commandTexts;
  const { eventId, eventName: detail } = event;
  const { user, events } = facts;
  const allows = (verb: Verb) => may(user, verb, eventId);
  const pages = eventPagesOf(user, eventId).map(({ page, name, to }) => ({
    id: page,
    label: name,
    detail,
    words: words[page],
    Icon: EVENT_PAGE_ICONS[page],
    to,
    ...(page === 'count' && { here: paths.app }),
    onFollow: () => select(eventId),
  }));
  const actions = EVENT_ACTIONS.flatMap(([action, verb, Icon]) =>
    action === 'settings' ||
    !allows(verb) ||
    (action === 'switch' && !hasOtherEvents(user, events)) ||
    (action === 'resetAll' && (facts.areas ?? []).length === 0)
      ? []
      : {
          id: action,
          label: dialogTexts.eventDialogs[action],
          words: words[action],
          Icon,
          isDanger: action === 'delete',
          run: () => open({ type: 'event', dialog: action, eventId }),
        },
  );
  return [
    ...pages,
    ...(facts.evacuation === null ? evacuationCommand(event, facts, effects) : []),
    ...when(allows('count'), [
      {
        id: 'share',
        label: dialogTexts.join.title,
        words: `${texts.event.share} ${words.share}`,
        Icon: QrCode,
        run: () => open({ type: 'event', dialog: 'share', eventId }),
      },
      { id: 'code', label: texts.event.copy, words: words.code, Icon: Copy, run: () => copyCode(event) },
    ]),
    ...when(allows('control'), [
      {
        id: 'orders',
        label: dialogTexts.eventDialogs.orders,
        words: words.orders,
        Icon: DoorOpen,
        run: () => open({ type: 'orders', eventId }),
      },
    ]),
    ...when(allows('count'), [
      {
        id: 'device',
        label: texts.device.title,
        words: words.device,
        Icon: DoorOpen,
        run: () => open({ type: 'device', eventId }),
      },
    ]),
    ...when(allows('manage'), [
      {
        id: 'add-area',
        label: dialogTexts.areaDialogs.addTitle,
        words: words.addArea,
        Icon: Plus,
        run: () => open({ type: 'add', eventId }),
      },
    ]),
    ...actions,
    ...when(allows('manage'), [
      {
        id: 'capacity-assistant',
        label: capacityTexts.title,
        detail,
        words: words.capacity,
        Icon: UsersRound,
        to: capacityPath(eventId),
        onFollow: () => select(eventId),
      },
    ]),
  ];
}

/** What is offered only if something holds. */
const when = (holds: boolean, commands: readonly Findable[]): readonly Findable[] => (holds ? commands : []);

/** The card of each area. */
const areaCommands = ({ eventId }: Event, areas: readonly Area[], { select }: CommandEffects): Findable[] =>
  areas.map(({ areaId, areaName }) => ({
    id: `area ${areaId}`,
    label: areaName,
    detail: commandTexts.area,
    words: commandTexts.words.area,
    Icon: Maximize2,
    to: `${countingPath(eventId)}&${AREA_PARAM}=${encodeURIComponent(areaId)}`,
    here: areaPath(areaId),
    onFollow: () => select(eventId),
  }));

/** What the menu of each area offers. */
const areaMenuCommands = ({ eventId }: Event, { user, areas }: CommandFacts, { open }: CommandEffects): Findable[] =>
  (may(user, 'control', eventId) ? (areas ?? []) : []).flatMap((area) =>
    areaActionsOf(user).map(({ action, Icon, text }) => ({
      id: `${action} ${area.areaId}`,
      label: text,
      detail: area.areaName,
      words: commandTexts.words.areaActions[action],
      Icon,
      isDanger: action === 'delete',
      run: () => open({ type: 'area', action, area, eventId }),
    })),
  );

/** The other events, and their reports. */
function otherEvents({ events, event }: CommandFacts, { select }: CommandEffects): Findable[] {
  const others = events.filter(({ eventId }) => eventId !== event?.eventId);
  return [
    ...others.map(({ eventId, eventName }) => ({
      id: `event ${eventId}`,
      label: eventName,
      detail: commandTexts.event,
      words: dialogTexts.eventDialogs.switch,
      Icon: CalendarDays,
      to: countingPath(eventId),
      here: paths.app,
      onFollow: () => select(eventId),
    })),
    ...others.map(({ eventId, eventName }) => ({
      id: `report ${eventId}`,
      label: texts.tabs.reports,
      detail: eventName,
      words: commandTexts.words.reports,
      Icon: EVENT_PAGE_ICONS.reports,
      to: reportsPath(eventId),
    })),
  ];
}

/** The pages of all events and of the account, and what the end of each page offers. */
function accountCommands({ user, events, event }: CommandFacts, { open, logOut }: CommandEffects): Findable[] {
  const { words } = commandTexts;
  const { eventDialogs, overview } = dialogTexts;
  const [, , ActionIcon] = EVENT_ACTIONS[0];
  return [
    ...(event === null && events.length > 0
      ? [
          {
            id: 'switch',
            label: texts.dashboard.selectEvent,
            words: `${eventDialogs.switch} ${words.switch}`,
            Icon: ActionIcon,
            run: () => open({ type: 'event', dialog: 'switch', eventId: null }),
          },
        ]
      : []),
    ...when(may(user, 'manage'), [
      {
        id: 'create',
        label: eventDialogs.create,
        words: words.createEvent,
        Icon: Plus,
        run: () => open({ type: 'event', dialog: 'create', eventId: null }),
      },
    ]),
    ...when(maySomewhere(user, 'review'), [
      { id: 'overview', label: overview.title, words: words.overview, Icon: LayoutGrid, to: paths.overview },
      { id: 'wall', label: overview.wall, detail: overview.title, words: words.wall, Icon: Monitor, to: WALL_PATH },
      {
        id: 'all-alerts',
        label: alertListTexts.allEvents,
        words: words.allAlerts,
        Icon: BellRing,
        to: paths.alertList,
      },
    ]),
    {
      id: 'account',
      label: settingPagesTexts.account,
      words: words.account,
      Icon: CircleUserRound,
      to: paths.accountSettings,
    },
    { id: 'log-out', label: texts.header.logOut, words: words.logOut, Icon: LogOut, run: logOut },
  ];
}

/** The settings of this device that each page ends with. */
function preferenceCommands(): Findable[] {
  const { words } = commandTexts;
  return [
    ...THEMES.map((theme) => ({
      id: `theme ${theme}`,
      label: texts.theme[theme],
      detail: texts.theme.label,
      words: words.theme,
      Icon: THEME_ICONS[theme],
      run: () => chooseTheme(theme),
    })),
    ...LANGUAGE_CODES.filter((code) => code !== currentLanguage()).map((code) => ({
      id: `language ${code}`,
      label: factsOf(code).name,
      words: words.language,
      Icon: Languages,
      run: () => chooseLanguage(code),
    })),
  ];
}

/**
 * Returns everything that an organizer may do now, in the order of the list. What runs comes first; afterward comes
 * what is used most. A locked account keeps all of it: a lock only ends counting, which is no command.
 */
export function commandsOf(facts: CommandFacts, effects: CommandEffects): Findable[] {
  const { user, event, evacuation } = facts;
  const areas = facts.areas ?? [];
  const inSettings = (found: readonly Findable[]) => found.map((one) => ({ ...one, Icon: Settings }));
  return [
    ...(event && evacuation ? evacuationCommand(event, facts, effects) : []),
    ...(event ? eventCommands(event, facts, effects) : []),
    ...accountCommands(facts, effects),
    ...(event ? areaCommands(event, areas, effects) : []),
    ...(event && may(user, 'manage')
      ? inSettings(findableSettings(eventSettingNames(), eventSettingsPath(event.eventId), settingPagesTexts.title))
      : []),
    ...inSettings(findableSettings(accountSettingNames(user), paths.accountSettings, settingPagesTexts.account)),
    ...preferenceCommands(),
    ...(event ? areaMenuCommands(event, facts, effects) : []),
    ...otherEvents(facts, effects),
  ];
}
