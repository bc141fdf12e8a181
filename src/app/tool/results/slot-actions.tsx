import { Captions, Check, Columns2, Copy, Download } from 'lucide-react'
import { use, useRef, useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import type { Run } from '../../run/run.ts'
import { ActionButton } from '../../ui/button/action-button.tsx'
import { copyPicture } from '../../ui/button/copy-picture.ts'
import { saveFile } from '../../ui/files.ts'
import { Menu } from '../../ui/popup/menu.tsx'
import type { MenuItem } from '../../ui/popup/menu-list.tsx'
import { useChecked } from '../../view/media/use-picture.ts'
import { Offered, useOfferedItems } from './offered-actions.ts'
import type { Comparing } from './picked.ts'
import { pictureName, savedPicture } from './picture-file.ts'
import { AltText } from './picture-notes.tsx'
import type { ResultFile } from './result-file.ts'
import { type TakingAction, useTakings, withType } from './takings.tsx'

interface SlotActionsProps {
  readonly run: Run
  readonly picture: ResultFile
  /** A narrow `tile` shows icons without words. */
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
  const takings = useTakings({ name: pictureName(run, picture), blob, type }, `image ${n}`)
  const alt = ownOf(run.alts, sha256)
  const isTile = place === 'tile'
  const main: readonly TakingAction[] = [
    {
      name: `Download image ${n}`,
      word: 'Download',
      icon: <Download size={16} />,
      onSelect: () => void savedPicture(run, picture).then((saved) => saveFile(saved.blob, saved.name)),
    },
    ...takings.filter(({ word }) => word !== undefined),
    ...(refused === false
      ? [
          {
            name: `Copy image ${n}`,
            word: 'Copy',
            icon: said?.copied ? <Check size={16} /> : <Copy size={16} />,
            onSelect: () => void copyPicture(withType(blob, type)).then(setSaid),
          },
        ]
      : []),
  ]
  const more: readonly MenuItem[] = [
    ...takings.filter(({ word }) => word === undefined),
    ...(comparing
      ? [
          {
            name: `Compare image ${n}`,
            icon: <Columns2 size={16} />,
            checked: comparing.isChosen(run, picture),
            onSelect: () => comparing.flip(run, picture),
          },
        ]
      : []),
    ...(isTile
      ? [{ name: `Alt text of image ${n}`, icon: <Captions size={16} />, onSelect: () => setWriting(true) }]
      : []),
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
