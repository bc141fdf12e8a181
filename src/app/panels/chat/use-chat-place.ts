import { usePlace } from '../../tool/use-place.ts'

interface Place {
  readonly thread?: string | undefined
  readonly run?: string | undefined
  readonly model?: string | undefined
}

/** The conversation, run and model that the address names; `go` keeps those that it is not given. */
export function useChatPlace(): readonly [place: Place, go: (next: Place, how?: 'push' | 'replace') => void] {
  const { word, write } = usePlace()
  const place: Place = { thread: word('thread'), run: word('run'), model: word('model') }
  return [place, (next, how = 'push') => write({ ...place, ...next }, how)]
}
