import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ModelCard } from '#contract/models/model-card.ts'
import type { TrayState } from '../../../files/file-tray.ts'
import type { NamedFile } from '../../../files/read-file.ts'
import { useDraft } from '../../../run/use-draft.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { Handed, type HandedFiles, handOverKey } from '../../../tool/hand-over.ts'
import { chatTool } from '../../../tool/tools.ts'
import { lateCode, sayMissing } from '../../../ui/late-code.ts'
import type { openTray } from './open-tray.ts'

const empty: TrayState = { status: 'loading', files: [], incoming: [] }
const whole = () => empty
const loadTray = lateCode(() => import('./open-tray.ts'))

const never = () => () => {}

/** The files of the unsent message, of which there were `kept` at the last visit. Their code is loaded with the first one. */
export function useAttachments(kept = 0) {
  const runs = useRuns()
  const [opened, setOpened] = useState<ReturnType<typeof openTray>>()
  const [problem, setProblem] = useState<string>()
  /** What was attached and could not be read yet. */
  const waiting = useRef<NamedFile[]>([])
  const { stored: handed, write } = useDraft(handOverKey(chatTool), Handed)
  const { tray } = opened ?? {}
  const { status, files, incoming } = useSyncExternalStore(tray?.subscribe ?? never, tray?.state ?? whole)
  const count = status === 'loading' ? kept : files.length

  async function open() {
    try {
      const made = (await loadTray()).openTray(runs, kept > 0)
      setOpened(made)
      setProblem(undefined)
      made.attach(waiting.current.splice(0))
      return made
    } catch (error) {
      setProblem(sayMissing(error, 'Could not open the files. Attach or send again.'))
      return undefined
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what another part of the app left here, and what was left at the last visit.
  useEffect(() => {
    if (kept > 0 || handed !== undefined)
      void open().then((made) => {
        if (made && handed !== undefined) {
          write(undefined)
          made.takeOver(handed)
        }
      })
  }, [handed])

  /** The tray once all that was attached is read; undefined where there is nothing in it. */
  async function filled() {
    if (count + incoming.length + waiting.current.length === 0) return undefined
    const made = await open()
    await made?.tray.intake.settled()
    return made
  }

  return {
    ...{ count, files, incoming, opened, problem },
    attach(files: readonly NamedFile[]): void {
      waiting.current.push(...files)
      void open()
    },
    filled,
    put: (handed: HandedFiles) => void open().then((made) => made?.takeOver(handed)),
    /** The files of the message; undefined where one was refused, or their code cannot be loaded. */
    message: async (card: ModelCard | undefined) =>
      count + incoming.length + waiting.current.length > 0 ? await (await open())?.message(card) : none,
  }
}

const none = { parts: [], files: [], sent: () => {} }
