import { Captions, Check, Columns2, Copy, Download } from 'lucide-react'
import { use, useRef, useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { useLateText } from '../../history/list-fields.tsx'
import { useRunActions } from '../../run/history/run-actions.ts'
import type { Run } from '../../run/run.ts'
import { ActionButton } from '../../ui/button/action-button.tsx'
import { saveFile } from '../../ui/files.ts'
import { Menu, menuItem } from '../../ui/popup/menu.tsx'
import type { MenuItem } from '../../ui/popup/menu-list.tsx'
import { useChecked } from '../../view/media/use-picture.ts'
import { promptOf, settingsLine } from '../asked.ts'
import { type HandOverAction, useHandOverActions, withType } from './hand-over-actions.tsx'
import { Offered, useOfferedItems } from './offered-actions.ts'
import type { Comparing } from './picked.ts'
import type { ResultFile } from './result-file.ts'
import { pictureName, savedPicture } from './saved-file.ts'

interface SlotActionsProps {
  readonly run: Run
  readonly picture: ResultFile
  readonly place: 'tile' | 'lightbox'
  readonly comparing: Comparing | undefined
}

/** The actions of one picture: those that are used most with their words, the others in a menu. */
export function SlotActions({ run, picture, place, comparing }: SlotActionsProps) {
  const [said, setSaid] = useState<Awaited<ReturnType<typeof copyPicture>>>()
  const [writing, setWriting] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  const { blob, type, sha256 } = picture.file
  const { refused } = useChecked(blob)
  const n = picture.place + 1
  const handOvers = useHandOverActions({ name: pictureName(run, picture), blob, type }, `image ${n}`)
  const alt = ownOf(run.alts, sha256)
  const isTile = place === 'tile'
  const download = () => void savedPicture(run, picture).then((saved) => saveFile(saved.blob, saved.name))
  const copy = () => void copyPicture(withType(blob, type)).then(setSaid)
  const main: readonly HandOverAction[] = [
    { ...menuItem(`Download image ${n}`, Download, download), word: 'Download' },
    ...handOvers.filter(({ word }) => word !== undefined),
    ...(refused === false ? [{ ...menuItem(`Copy image ${n}`, said?.copied ? Check : Copy, copy), word: 'Copy' }] : []),
  ]
  const more: readonly MenuItem[] = [
    ...handOvers.filter(({ word }) => word === undefined),
    ...(comparing
      ? [
          {
            ...menuItem(`Compare image ${n}`, Columns2, () => comparing.flip(run, picture)),
            checked: comparing.isChosen(run, picture),
          },
        ]
      : []),
    ...(isTile ? [menuItem(`Alt text of image ${n}`, Captions, () => setWriting(true))] : []),
  ]
  useOfferedItems(use(Offered) && isTile ? 'Newest run' : undefined, [...main, ...more])
  return (
    <>
      <div ref={row} className={`flex items-center ${isTile ? '-mx-2' : ''}`}>
        {main.map(({ name, word = '', icon, onSelect }, at) => (
          <ActionButton
            key={name}
            {...{ name, word, icon }}
            className={isTile && at > 1 ? roomForThree : ''}
            wordLook={isTile ? roomForWords : ''}
            onClick={onSelect}
          />
        ))}
        {more.length > 0 && <Menu name={`More actions for image ${n}`} items={more} />}
      </div>
      <span role="status" className={said && !said.copied ? 'text-warning text-xs' : 'sr-only'}>
        {said?.words}
      </span>
      {writing && (
        <AltText
          asked
          run={run}
          sha256={sha256}
          place={picture.place}
          onLeft={(key) => {
            if (key) row.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
            setWriting(false)
          }}
        />
      )}
      {!writing && isTile && alt && (
        <p dir="auto" className="line-clamp-3 wrap-anywhere text-soft text-xs">
          {alt}
        </p>
      )}
    </>
  )
}

/** Container-query classes of a tile: where the words fit, and, for fingers, where three buttons and the menu's do. */
const roomForWords = '@max-[16.5rem]/slot:hidden'
const roomForThree = 'coarse:@max-[10.5rem]/slot:hidden'

export function PictureNotes({ run, picture }: { readonly run: Run; readonly picture: ResultFile }) {
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
      <div style={{ flex: '1 1 20rem' }} className="grid min-w-0 gap-1">
        <p dir="auto" className="wrap-anywhere text-ink">
          {promptOf(run)}
        </p>
        <p className="font-mono text-2xs text-faint">
          {[run.model, settingsLine(run)].filter((words) => words !== '').join(' · ')}
        </p>
      </div>
      <div style={{ flex: '1 1 16rem' }} className="grid max-w-md gap-1">
        <AltText key={picture.file.sha256} run={run} sha256={picture.file.sha256} place={picture.place} />
      </div>
    </div>
  )
}

interface AltTextProps {
  readonly run: Run
  readonly sha256: string
  readonly place: number
  /** Focuses the field on mount; set after a press on its button. */
  readonly asked?: boolean
  /** Called when the field is left, with the key if it was Enter or Esc. */
  readonly onLeft?: (key?: string) => void
}

function AltText({ run, sha256, place, asked = false, onLeft }: AltTextProps) {
  const { setAlt } = useRunActions()
  const { text, type, leave } = useLateText(ownOf(run.alts, sha256) ?? '', (alt) => setAlt(run.id, sha256, alt))
  return (
    <input
      aria-label={`Alt text of image ${place + 1}`}
      placeholder="Alt text"
      // biome-ignore lint/a11y/noAutofocus: it follows the press that asked for it.
      autoFocus={asked}
      dir="auto"
      maxLength={1000}
      value={text}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (!onLeft || (event.key !== 'Enter' && event.key !== 'Escape')) return
        // Else the key would press what gets the focus, or stop the run.
        event.preventDefault()
        onLeft(event.key)
      }}
      onBlur={() => void leave().then(() => onLeft?.())}
      className="h-8 w-full min-w-0 rounded-md border border-line bg-surface px-2 text-xs coarse:h-11"
    />
  )
}

/** Copies a picture as PNG, the only format that all browsers accept. `words` is a message about the result. */
async function copyPicture(blob: Blob): Promise<{ readonly copied: boolean; readonly words: string }> {
  if (typeof ClipboardItem === 'undefined' || !navigator.clipboard?.write)
    return { copied: false, words: 'This browser cannot copy images here. Download it instead.' }
  try {
    // As a promise: some browsers require the call within the user gesture.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': asPng(blob) })])
    return { copied: true, words: 'Copied as PNG.' }
  } catch {
    return { copied: false, words: 'The browser blocked copying. Download the image instead.' }
  }
}

async function asPng(blob: Blob): Promise<Blob> {
  if (blob.type === 'image/png') return blob
  const bitmap = await createImageBitmap(blob)
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return await new Promise((done, fail) => {
    canvas.toBlob((png) => (png ? done(png) : fail(new Error('The image cannot be displayed.'))), 'image/png')
  })
}
