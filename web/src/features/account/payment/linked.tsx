const ADDRESS = /(https:\/\/\S+)/;

/**
 * A sentence of the server in which an address becomes a link: the bank's payment is confirmed on a page of its own.
 */
export function Linked({ text }: { text: string }) {
  return text.split(ADDRESS).map((part) =>
    ADDRESS.test(part) ? (
      <a key={part} href={part} target="_blank" rel="noreferrer" className="break-all underline underline-offset-2">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
