/** Facts in one line, which breaks only between them; those that are not known are left out. */
export function FactsLine({ facts }: { readonly facts: readonly (string | false | undefined)[] }) {
  const told = facts.filter((fact) => fact !== undefined && fact !== false)
  return (
    <span className="font-mono text-faint tabular-nums">
      {told.map((fact, at) => (
        <span key={fact}>
          {at > 0 && ' · '}
          <span className="whitespace-nowrap">{fact}</span>
        </span>
      ))}
    </span>
  )
}
