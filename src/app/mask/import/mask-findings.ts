import { useCallback, useSyncExternalStore } from 'react'
import { imagesRules } from '#contract/images/images-rules.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import { byteSize } from '../../ui/format.ts'
import { usualMaskLimit } from './mask-file.ts'

/** A share in percent; rounding never gives 0% for something, nor 100% for less than all. */
export function coverageOf(marked: number, pixels: number): string {
  if (marked === 0 || marked === pixels) return marked === 0 ? '0%' : '100%'
  const share = (marked / pixels) * 100
  if (share < 0.01) return '< 0.01%'
  if (share > 99.99) return '> 99.99%'
  return `${share < 1 || share > 99 ? share.toFixed(2) : share.toFixed(1)}%`
}

/** The marked share as text, updated with every stroke. Undefined if nothing is marked. */
export function useCoverage(mask: MaskEditor | undefined): string | undefined {
  const subscribe = useCallback((listener: () => void) => mask?.subscribe(listener) ?? (() => {}), [mask])
  return useSyncExternalStore(subscribe, () =>
    mask && mask.marked > 0 ? coverageOf(mask.marked, mask.width * mask.height) : undefined,
  )
}

export interface Finding {
  readonly tone: 'good' | 'note' | 'warning' | 'danger'
  readonly words: string
}

interface MaskFacts {
  /** How much of the picture is marked, in words; undefined where nothing is. */
  readonly coverage: string | undefined
  readonly mask: { readonly width: number; readonly height: number } | undefined
  readonly base: { readonly width: number; readonly height: number; readonly stands: 'upright' | 'turned' } | undefined
  /** Of the file that would be sent, in bytes; undefined until it is written. */
  readonly bytes: number | undefined
  readonly model: string
  readonly card: ModelCard | undefined
}

/** What is reported before the mask is sent, worst first. */
export function findingsOf({ coverage, mask, base, bytes, model, card }: MaskFacts): readonly Finding[] {
  if (!base) {
    if (coverage === undefined) return [{ tone: 'note', words: 'Add an image before importing a mask.' }]
    return [{ tone: 'note', words: 'Your last mask is kept for the next image.' }]
  }
  if (coverage === undefined)
    return [{ tone: 'note', words: 'Nothing marked: no mask is sent, and the whole image may change.' }]
  const refusal = imagesRules(model, card).check({ model, mask: 'mask' })
  const found: readonly (Finding | false)[] = [
    refusal?.param === 'model' && {
      tone: 'danger',
      words: `${refusal.message} Choose another model, or clear the mask.`,
    },
    coverage === '100%' && { tone: 'warning', words: 'Everything is marked, which is the same as no mask.' },
    bytes !== undefined &&
      bytes > usualMaskLimit && {
        tone: 'warning',
        words: `The mask is ${byteSize(bytes)}; some providers accept at most 4 MB.`,
      },
    {
      tone: 'good',
      words: [
        'Mask OK',
        mask && `${mask.width} × ${mask.height}`,
        `${coverage} will change`,
        ...(bytes === undefined ? [] : [byteSize(bytes)]),
      ]
        .filter(Boolean)
        .join(' · '),
    },
    base.stands === 'turned' && {
      tone: 'note',
      words: 'The first image is sent as an upright PNG copy, so that the mask lines up.',
    },
  ]
  return found.filter((one) => one !== false)
}
