import { diffWordsWithSpace } from 'diff'

// The time grows with the number of differences.
const mostEdits = 500

export function WordDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: mostEdits }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  return (
    <p dir="auto" className="unkerned max-h-40 overflow-y-auto wrap-anywhere whitespace-pre-wrap text-soft leading-5">
      {changes.map(({ value, added, removed }, at) => {
        const key = `${at} ${value}`
        if (added)
          return (
            <ins key={key} className="rounded-xs bg-success/15 text-success">
              {value}
            </ins>
          )
        if (removed)
          return (
            <del key={key} className="rounded-xs bg-danger/15 text-danger">
              {value}
            </del>
          )
        return value
      })}
    </p>
  )
}
