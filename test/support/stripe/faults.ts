import type { Fault } from './control-types';
import { Refusal } from './refusal';
import { declined } from './test-cards';

/** What the server does to a connection instead of answering. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  constructor(readonly how: 'drop' | 'hang') {
    super(how);
  }
}

const refusalOf = (status: Fault['status']): Refusal => {
  if (status === 402) return declined('generic_decline');
  if (status === 429) {
    return new Refusal(429, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Too many requests. Please retry later.',
    });
  }
  return new Refusal(status ?? 500, { type: 'api_error', message: 'An unknown error occurred' });
};

/** Failures that tests ask for. */
export class Faults {
  private faults: Fault[] = [];
  private isDown = false;
  private healed = Promise.withResolvers<void>();

  /** Calls that hang end with it. */
  get healing(): Promise<void> {
    return this.healed.promise;
  }

  add(fault: Fault): void {
    this.faults.push({ ...fault });
  }

  setDown(isDown: boolean): void {
    this.isDown = isDown;
  }

  heal(): void {
    this.faults = [];
    this.isDown = false;
    this.healed.resolve();
    this.healed = Promise.withResolvers();
  }

  /**
   * Fails the call where one is due. Otherwise true says that its answer must get lost after the work is done.
   * @throws {Refusal | NoAnswer}
   */
  strike(method: string, path: string): boolean {
    if (this.isDown) throw new NoAnswer('drop');
    const fault = this.faults.find(
      (each) =>
        each.times > 0 && (each.method ?? method) === method && (each.path === undefined || path.includes(each.path)),
    );
    if (!fault) return false;
    fault.times -= 1;
    if (fault.type === 'status') throw refusalOf(fault.status);
    if (fault.type === 'drop-answer') return true;
    throw new NoAnswer(fault.type);
  }
}
