/** A time or another short text in the cell of a table, which does not break it into lines. */
export const OneLine = ({ text }: { text: string }) => <span className="whitespace-nowrap">{text}</span>;
