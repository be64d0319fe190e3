import { writeDownFrame } from '../../shared/protocol/codec';
import { displayOf } from './frames';
import type { RoomState } from '../state';

type Shown = Pick<RoomState, 'event' | 'areas'>;

/** What displays show, as text that is made once for each state: any number of strangers may ask for it. */
export class DisplayText {
  private shown: Shown | undefined;
  private texts = { frame: '', body: '' };

  /** The frame for sockets, and the body of the call for displays. */
  of(state: RoomState): Readonly<{ frame: string; body: string }> {
    if (state.event === this.shown?.event && state.areas === this.shown.areas) return this.texts;
    const display = displayOf(state);
    this.texts = { frame: writeDownFrame({ type: 'display', ...display }), body: JSON.stringify(display) };
    this.shown = { event: state.event, areas: state.areas };
    return this.texts;
  }
}
