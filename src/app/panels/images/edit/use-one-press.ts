import { useRef, useState } from 'react'

/** Work after a press, one press at a time, and what kept the last one from being sent: said as long as what it is about stands. */
export function useOnePress(about: readonly unknown[]) {
  const [said, setSaid] = useState<{ readonly words: string | undefined; readonly about: readonly unknown[] }>()
  const problem = said && about.every((one, at) => one === said.about[at]) ? said.words : undefined
  const setProblem = (words: string | undefined) => setSaid({ words, about })
  const [status, setStatus] = useState<'ready' | 'preparing'>('ready')
  const preparing = useRef(false)

  async function once(work: () => Promise<void>): Promise<void> {
    if (preparing.current) return
    preparing.current = true
    setStatus('preparing')
    setProblem(undefined)
    await work().catch((error: unknown) => setProblem(`Not sent: ${error instanceof Error ? error.message : error}`))
    preparing.current = false
    setStatus('ready')
  }
  return { problem, setProblem, preparing: status === 'preparing', once }
}
