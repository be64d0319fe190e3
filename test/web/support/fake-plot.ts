import type uPlot from 'uplot';

/** In place of uPlot, which draws on a canvas that jsdom does not have: what it was given to draw. */
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

/** Nor does it lay anything out. */
export class StillObserver {
  observe(): void {}
  disconnect(): void {}
}
