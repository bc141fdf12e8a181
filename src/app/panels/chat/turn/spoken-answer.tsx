import { useState } from 'react'
import { answerText } from '../../../run/result.ts'
import type { Run } from '../../../run/run.ts'
import { useLiveRun } from '../../../run/use-runs.tsx'

/** The end of a sentence that more text follows, or of a line: a point at the end of what has come may be one in a number. */
const ends = /[.!?…。！？][)"'\]*_`]*\s|[。！？\n]/g

/** Where the last whole sentence of a growing text ends; `from` where none has ended since. */
export function sentencesEnd(text: string, from: number): number {
  let end = from
  ends.lastIndex = from
  for (let found = ends.exec(text); found; found = ends.exec(text)) end = ends.lastIndex
  return end
}

/** In a live region: the sentences of an answer as they end. */
export function SpokenAnswer({ run, isOver }: { readonly run: Run; readonly isOver: boolean }) {
  return <Sentences text={answerText(useLiveRun(run).result)} isOver={isOver} />
}

/** The sentences of a growing text that came last, each once, and the rest with its end. */
export function Sentences({ text, isOver }: { readonly text: string; readonly isOver: boolean }) {
  const [said, setSaid] = useState({ from: 0, end: 0 })
  const end = isOver ? text.length : sentencesEnd(text, said.end)
  if (end > said.end) setSaid({ from: said.end, end })
  return text.slice(said.from, said.end).trim() || 'Answer in progress.'
}
