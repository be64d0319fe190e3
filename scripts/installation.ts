/** A running installation that an operator's command calls. */
export interface Installation {
  /** The address of the installation, like `https://headroom.example`. */
  url: string;
  token: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Resolves after this many ms. */
  wait: (ms: number) => Promise<void>;
}
