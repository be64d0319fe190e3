/** Runs a task once for all callers that come while it runs. */
export class SingleFlight<T> {
  private running: Promise<T> | undefined;

  /** Starts the task, unless one is running, and returns its outcome. */
  async run(task: () => Promise<T>): Promise<T> {
    this.running ??= task().finally(() => {
      this.running = undefined;
    });
    return await this.running;
  }

  /** Resolves when no task is running any more, however it ended. */
  async ended(): Promise<void> {
    await this.running?.catch(() => {});
  }
}
