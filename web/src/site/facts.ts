/** What the pages say that is not known before the build. */
export interface SiteFacts {
  supportEmail: string;
  /** Where the product will be served, such as https://headroom.example; null when that is not known. */
  origin: string | null;
  /** Months for which counts are kept, as the operator’s variable says. */
  retentionMonths: string;
}
