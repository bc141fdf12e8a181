import { useEffect, useState } from 'react'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import type { NamedFile, TrayPicture } from '../../files/read-file.ts'
import type { MaskDesk } from '../canvas/mask-desk.ts'
import { type CutModel, cutMask, gridOf } from './cut.ts'
import { cutName, cutPicture } from './cut-picture.ts'
import { chosenCut, outsideOf, problemOf } from './cut-plan.ts'

/** Puts the cut in the base's place, with the mask that `maskOf` makes of the one before. Rejects where it cannot be read. */
type TakeCut = (cut: NamedFile, maskOf: (before: MaskEditor) => Uint8Array) => Promise<void>

/** What cuts are made for, and where they go. */
export interface CutWorld extends CutModel {
  readonly onCut: TakeCut
}

type CuttingState =
  | { readonly status: 'ready' }
  | { readonly status: 'cutting' }
  | { readonly status: 'failed'; readonly why: string }

export interface Cutting {
  readonly state: CuttingState
  /** Makes the chosen cut; does nothing where there is none to make. */
  readonly apply: () => void
}

/** Makes the cut that is chosen on the canvas. The frame stays until the new base takes the canvas's place. */
export function useCutting(desk: MaskDesk, base: TrayPicture, { model, onCut }: CutWorld): Cutting {
  const [state, setState] = useState<CuttingState>({ status: 'ready' })
  useEffect(() => {
    desk.cut.grid = gridOf(model)
  }, [desk, model])
  const apply = async () => {
    const { plan } = desk.cut
    if (!plan || problemOf(plan) !== undefined || state.status === 'cutting') return
    setState({ status: 'cutting' })
    try {
      const cut = chosenCut(plan)
      const blob = await cutPicture(base, cut, plan.fill)
      await onCut({ name: cutName(base, cut.to), blob }, (before) => cutMask(before, cut, outsideOf(plan)))
      setState({ status: 'ready' })
    } catch (error) {
      setState({ status: 'failed', why: error instanceof Error ? error.message : String(error) })
    }
  }
  return { state, apply: () => void apply() }
}
