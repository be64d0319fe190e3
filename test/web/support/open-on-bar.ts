import { screen } from '@testing-library/react';
import { area, sync } from './areas';
import { BAR, CODE_API } from './counting-screen';
import { socketTo } from './fake-sockets';
import { renderApp } from './render-app';
import { stubApi } from './stub-api';

/** A device that an access code has logged in, connected, with one of the event's two areas opened. */
export async function openOnBar() {
  stubApi(CODE_API);
  const { user } = renderApp('/app?area=a2');
  const count = await screen.findByTestId('occupancy');
  const room = await socketTo('/api/events/e1/socket');
  await room.open();
  await room.receive(sync({ areas: [area(), BAR] }));
  return { user, count, room };
}
