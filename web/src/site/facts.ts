/** What the pages say and only the build knows. */
export interface SiteFacts {
  supportEmail: string;
  /** Where the product will be served, such as https://headroom.example; null when that is unknown. */
  origin: string | null;
  /** Months for which counts are kept, according to the operator’s variable. */
  retentionMonths: string;
}
