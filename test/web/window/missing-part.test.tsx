import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, type ReactNode, startTransition, Suspense, useState } from 'react';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preloadCountingParts } from '../../../web/src/features/dashboard/counting-parts';
import { MissingScreen } from '../../../web/src/features/failure/missing-screen';
import { withTexts, withUrgentTexts } from '../../../web/src/texts/later-texts';
import { pack as german } from '../../../web/src/texts/pack.de';
import { speak } from '../../../web/src/texts/texts';
import { lazyComponent, MissingDialog, preloadable } from '../../../web/src/ui/overlays/lazy-component';
import { Toaster } from '../../../web/src/ui/overlays/toaster';
import { showToast } from '../../../web/src/ui/overlays/toasts';
import { Menu, type OpenMenu } from '../../../web/src/ui/overlays/menu';
import { Screen } from '../../../web/src/app/screen';
import { guardUnload } from '../../../web/src/offline/unload-guard';
import { eventually } from '../../support/eventually';
import { deferred } from '../support/deferred';

const OLD = '/assets/shell-old.js';
const SHELL = `<script type="module" src="/assets/shell-new.js"></script>`;
const reload = vi.fn<() => void>();
vi.mock('../../../web/src/ui/overlays/toast-list', () => Promise.reject(new TypeError('Failed to fetch')));
const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const serve = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answer));

beforeEach(() => {
  reload.mockClear();
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('location', { reload, pathname: '/app' });
  document.head.innerHTML = `<script type="module" src="${OLD}"></script>`;
});

afterEach(() => {
  document.head.innerHTML = '';
});

function renderScreen(load: () => Promise<ComponentType>) {
  const Part = lazyComponent(load, MissingScreen);
  render(
    <Suspense fallback="…">
      <Part />
    </Suspense>,
  );
}
const renderMissingScreen = () => renderScreen(missing);

const NEWER = async () => new Response(SHELL);
const UNREACHABLE = () => Promise.reject(new TypeError('Failed to fetch'));
const isSaid = () => screen.findByRole('heading', { name: 'This part could not be loaded' });

test('a screen with missing code reloads the page once after a deploy, and not again', async () => {
  serve(NEWER);
  renderMissingScreen();
  await eventually(() => expect(reload).toHaveBeenCalledTimes(1));
  cleanup();
  sessionStorage.setItem('headroom.reloadedFrom', OLD);
  renderMissingScreen();
  await isSaid();
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ['without a network', UNREACHABLE],
  ['with the same version', async () => new Response(SHELL.replace('new', 'old'))],
])('a reload %s gains nothing: the screen says so and leaves the decision to the person', async (_why, answer) => {
  serve(answer);
  renderMissingScreen();
  await isSaid();
  expect(reload).not.toHaveBeenCalled();
  expect(screen.getByRole('link', { name: 'Return to Home Page' }).getAttribute('href')).toBe('/');
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a screen with missing code does not reload the page while taps are unsent', async () => {
  serve(NEWER);
  const release = guardUnload();
  renderMissingScreen();
  await screen.findByText(/Some taps have not been sent yet: wait until they are, so that none is lost\./);
  expect(reload).not.toHaveBeenCalled();
  release();
});

test('a part whose texts cannot be loaded is missing, and the next part tries them again', async () => {
  serve(UNREACHABLE);
  const wall = vi.fn<typeof german.later.wall>(missing);
  speak({ ...german, later: { ...german.later, wall } });
  const load = async () => {
    const { wallTexts } = await withTexts(import('../../../web/src/texts/wall-texts'), 'wall');
    return () => <p>{wallTexts.leave}</p>;
  };
  renderScreen(load);
  await screen.findByRole('heading', { name: german.texts.errors.partMissingTitle });
  wall.mockImplementation(german.later.wall);
  renderScreen(load);
  await screen.findByText('Großbildschirm verlassen');
  expect(screen.queryByText('Leave the wall')).toBeNull();
});

test('a part waits for its own texts only, and one on the way to an evacuation not for long', async () => {
  const stalled = async () => new Promise<never>(() => undefined);
  speak({ ...german, later: { ...german.later, wall: stalled } });
  const texts = import('../../../web/src/texts/wall-texts');
  await texts;
  const { eventPagesTexts } = await withTexts(import('../../../web/src/texts/event-pages-texts'), 'eventPages');
  expect(eventPagesTexts.title).not.toBe('Doors');
  vi.useFakeTimers();
  const urgent = withUrgentTexts(texts, 'wall');
  await vi.advanceTimersByTimeAsync(2000);
  expect((await urgent).wallTexts.leave).toBe('Leave the wall');
  vi.useRealTimers();
});

function renderMenu(code: () => Promise<ComponentType<OpenMenu>>) {
  const [List, load] = preloadable(code, MissingDialog);
  render(
    <Menu label="Options" icon="⋮" load={load}>
      {(open) => <List {...open} />}
    </Menu>,
  );
  return screen.getByRole('button', { name: 'Options' });
}

test('a menu with missing code says so, and a press on its notice reaches the notice', async () => {
  serve(UNREACHABLE);
  await userEvent.click(renderMenu(missing));
  await userEvent.click(await screen.findByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
});

test('a menu whose code is still loading closes with a press elsewhere and with a press on its button', async () => {
  const code = deferred<() => ReactNode>();
  const button = renderMenu(() => code.promise);
  for (const target of [button, document.body, button, button]) await userEvent.click(target);
  await act(async () => code.resolve(() => <p>Rename</p>));
  expect(screen.queryByText('Rename')).toBeNull();
});

test('a toast with missing code is still shown, and an urgent one is an alert', async () => {
  render(<Toaster />);
  act(() => showToast('Not saved', null, 'alert'));
  expect((await screen.findByRole('alert')).textContent).toBe('Not saved ');
});

test('the first touch of the pads loads the menu for transfers, so that it opens without a network', async () => {
  const loaded = vi.fn<() => object>(() => ({}));
  vi.doMock('../../../web/src/features/counting/pads/move-menu-list', loaded);
  preloadCountingParts(() => undefined);
  window.dispatchEvent(new Event('pointerdown'));
  await eventually(() => expect(loaded).toHaveBeenCalledOnce());
});

test('a crash stays within its screen, offers two ways out, and ends with the next navigation', async () => {
  function Broken(): never {
    throw new Error('broken');
  }
  const reported = vi.spyOn(window, 'reportError').mockReturnValue();
  const inScreen = (element: ReactNode) => <Screen>{element}</Screen>;
  render(
    <MemoryRouter initialEntries={['/broken']}>
      <Link to="/fine">Elsewhere</Link>
      <Routes>
        <Route path="/broken" element={inScreen(<Broken />)} />
        <Route path="/fine" element={inScreen(<h1>Fine</h1>)} />
      </Routes>
    </MemoryRouter>,
  );
  screen.getByRole('heading', { name: 'Something went wrong' });
  expect(reported.mock.calls).toEqual([[new Error('broken')]]);
  screen.getByRole('button', { name: 'Reload' });
  screen.getByRole('link', { name: 'Return to Home Page' });
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
  expect(await screen.findByRole('heading', { name: 'Fine' })).toBeTruthy();
});

test('a part whose code comes while it renders keeps what was typed in it', async () => {
  const [Part] = preloadable<object>(async () => () => <input aria-label="Code" />, MissingScreen);
  function Page() {
    const [shown, setShown] = useState(false);
    const show = () => startTransition(() => setShown(true));
    return (
      <>
        <button onClick={show}>Show</button>
        <Suspense fallback="…">{shown && <Part />}</Suspense>
      </>
    );
  }
  const { rerender } = render(<Page />);
  // The transition runs in slices, as in a browser. React's `act` would render it in one go.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  screen.getByText('Show').click();
  const field = await screen.findByLabelText('Code');
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  rerender(<Page />);
  expect(screen.getByLabelText('Code')).toBe(field);
});
