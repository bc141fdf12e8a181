/** More of a value than any box shows. */
const enough = 200

/** The chosen option's note at the right of a text box: there is room for all of it beside the value, or it is not shown at all. Half a price is a wrong price. */
export function ComboboxNote({ value, note }: { readonly value: string; readonly note: string }) {
  return (
    <span className="pointer-events-none absolute inset-y-0 right-9 left-3.25 flex items-center overflow-hidden text-sm">
      {/* As wide as the value, so that the rest of the line is what the value leaves. */}
      <span
        aria-hidden
        data-value={value.slice(0, enough)}
        className="invisible shrink-0 whitespace-pre before:content-[attr(data-value)]"
      />
      {/* A note that is too wide for the rest wraps into a second line, which is cut off. */}
      <span className="flex h-4.5 min-w-0 flex-1 flex-wrap content-start justify-end overflow-hidden font-mono text-soft text-xs">
        <span className="h-full w-0" />
        <span className="whitespace-nowrap pl-3">{note}</span>
      </span>
    </span>
  )
}
