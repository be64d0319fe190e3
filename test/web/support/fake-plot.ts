import type uPlot from 'uplot';

/** Replaces uPlot, which draws on a canvas that jsdom does not have; records what it is given to draw. */
export class FakePlot {
  static readonly paths = {};
  static readonly all: FakePlot[] = [];
  readonly over = document.createElement('div');
  data: uPlot.AlignedData;

  constructor(
    readonly options: uPlot.Options,
    data: uPlot.AlignedData,
  ) {
    this.data = data;
    FakePlot.all.push(this);
  }

  setData(data: uPlot.AlignedData): void {
    this.data = data;
  }

  setCursor(): void {}
  setSize(): void {}
  valToPos = (): number => 0;

  destroy(): void {
    FakePlot.all.splice(FakePlot.all.indexOf(this), 1);
  }
}

/** Replaces an observer of sizes, because jsdom has no layout. */
export class StillObserver {
  observe(): void {}
  disconnect(): void {}
}
