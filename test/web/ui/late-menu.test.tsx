import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { MissingDialog, promptPart } from '../../../web/src/ui/lazy-part';
import { Menu, type OpenMenu } from '../../../web/src/ui/menu';
import { MenuItem, MenuList } from '../../../web/src/ui/menu-list';
import { deferred } from '../support/deferred';

function Choices(open: OpenMenu) {
  return (
    <MenuList {...open}>
      <MenuItem onSelect={() => undefined}>First</MenuItem>
      <MenuItem onSelect={() => undefined}>Last</MenuItem>
    </MenuList>
  );
}

/** A menu whose list comes when the test says so, beside a pad. */
function renderMenu() {
  const code = deferred<typeof Choices>();
  const [List, fetchList] = promptPart<OpenMenu>(() => code.promise, MissingDialog);
  render(
    <>
      <Menu label="Options" icon="⋮">
        {(open) => <List {...open} />}
      </Menu>
      <button type="button">Pad</button>
    </>,
  );
  const button = screen.getByRole('button', { name: 'Options' });
  return { user: userEvent.setup(), button, fetchList, arrive: () => act(async () => code.resolve(Choices)) };
}

const focused = () => document.activeElement?.textContent;

test('a list that is still to come opens as it comes, with the focus where the last key wants it', async () => {
  const { user, button, arrive } = renderMenu();
  button.focus();
  await user.keyboard('{Enter}{ArrowUp}');
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await arrive();
  await screen.findByRole('menu');
  expect(focused()).toBe('Last');
});

test.each([
  ['Escape', async (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
  [
    'a tap elsewhere',
    async (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Pad' })),
  ],
])('after %s a list that is still to come opens under no thumb', async (_what, leave) => {
  const { user, button, fetchList, arrive } = renderMenu();
  await user.click(button);
  await leave(user);
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await arrive();
  await act(fetchList);
  expect(screen.queryByRole('menu')).toBeNull();
});
