import type { RunState } from './run-state.ts'

/** The state of a run in one line: icon and words, with the router's own word where it says more. */
export function StateLabel({ state }: { readonly state: RunState }) {
  return (
    <span className={`flex min-w-0 items-center gap-1.5 text-xs ${state.ink}`}>
      <state.icon size={14} className="shrink-0" />
      <span className="min-w-0 truncate tabular-nums" dir="auto" title={state.own && `${state.word} · ${state.own}`}>
        {state.word}
        {state.own && <span className="text-soft"> · {state.own}</span>}
      </span>
    </span>
  )
}
