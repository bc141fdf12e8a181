import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { stringOf } from '#contract/core/loose-json.ts'
import { mediaKind } from '#media/media-type.ts'
import type { Card, Collection } from '../../../collections/collection.ts'
import { Thumbnail } from '../../../files/tray.tsx'
import type { Row } from '../../../history/found-runs.ts'
import { nameOf } from '../../../run/history/matches.ts'
import { useRunReading } from '../../../run/history/run-record.ts'
import { useAssets } from '../../../run/history/use-assets.ts'
import { type CardKind, cardKinds, kindOfCard, liveOf, whyNotLive } from '../../../tool/collections/run-card.ts'
import { addressOf } from '../../../tool/panels.ts'
import { kindOf, toolOf, useTools } from '../../../tool/tools.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { shortly } from '../../../ui/format.ts'
import { Select } from '../../../ui/native-select.tsx'
import { LateField } from './late-field.tsx'
import type { CollectionChange, CollectionEdits } from './use-collection-edits.ts'

interface CardListProps {
  readonly collection: Collection
  readonly rows: readonly Row[]
  /** The runs have not been read to their end. */
  readonly loading: boolean
  readonly edits: CollectionEdits
}

const withCards =
  (change: (cards: readonly Card[]) => readonly Card[]): CollectionChange =>
  (now) => ({ ...now, cards: change(now.cards) })

const changedCard = (id: string, change: (card: Card) => Card) =>
  withCards((cards) => cards.map((card) => (card.id === id ? change(card) : card)))

/** Moves a card by so many places, down where it is positive. */
const movedCard = (id: string, by: number) =>
  withCards((cards) => {
    const at = cards.findIndex((card) => card.id === id)
    const [card, to] = [cards[at], at + by]
    return card && cards[to] && by !== 0 ? cards.toSpliced(at, 1).toSpliced(to, 0, card) : cards
  })

const putBack = (card: Card, at: number) =>
  withCards((cards) => (cards.some(({ id }) => id === card.id) ? cards : cards.toSpliced(at, 0, card)))

/** The cards in their order. Alt+↑ and Alt+↓ move the card that has the focus, which it keeps; a mouse drags a card by its number. */
export function CardList({ collection: { id, cards }, rows, loading, edits }: CardListProps) {
  const heads = new Map(rows.map((row) => [row.id, row]))
  const tools = useTools()
  const { runs: read } = useRunReading()
  const [said, say] = useState('')
  /** The places of the card that is dragged, and of the one below the pointer. */
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number }>()
  const focused = useRef<Element>(null)
  // The browser takes the focus from an element that is moved in the document.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the order that moves elements.
  useLayoutEffect(() => {
    if (focused.current instanceof HTMLElement && focused.current.isConnected) focused.current.focus()
    focused.current = null
  }, [cards])

  function move(at: number, by: number): void {
    const card = cards[at]
    if (!card || !cards[at + by] || by === 0) return
    focused.current = document.activeElement
    edits.change(id, movedCard(card.id, by))
    say(`Moved to ${at + by + 1} of ${cards.length}`)
  }

  async function setKind(card: Card, at: number, kind: CardKind): Promise<void> {
    const row = heads.get(card.run ?? '')
    const [run] = kind !== 'recording' && card.live === undefined && row ? await read([row]) : []
    const live = card.live ?? (run && liveOf(tools, run))
    if (kind !== 'recording' && live === undefined)
      return edits.push({ words: `Card ${at + 1} ${whyNotLive}`, isFailed: true })
    const { live: _, run: __, ...words } = card
    const next = {
      ...(kind !== 'recording' && live && { live }),
      ...(kind !== 'live' && card.run !== undefined && { run: card.run }),
    }
    edits.change(
      id,
      changedCard(card.id, ({ title, note }) => ({ ...words, title, note, ...next })),
      {
        words: `Card ${at + 1}: ${cardKinds[kind]}.`,
        back: changedCard(card.id, ({ title, note }) => ({ ...card, title, note })),
      },
    )
  }

  return (
    <section aria-label="Cards of the collection" className="grid grid-cols-1 gap-2">
      <h3 className="font-semibold">Cards</h3>
      <p role="status" className="sr-only">
        {said}
      </p>
      {cards.length === 0 && <p className="text-soft">No cards yet. Add runs with “Add to collection”.</p>}
      <ol aria-label="Cards" className="grid grid-cols-1 gap-2 empty:hidden">
        {cards.map((card, at) => (
          <CardItem
            key={card.id}
            {...{ card, at, drag, setDrag }}
            row={heads.get(card.run ?? '')}
            isGone={card.run !== undefined && !loading && !heads.has(card.run)}
            onMove={(by) => move(at, by)}
            onDrop={() => drag && move(drag.from, at - drag.from)}
            onKind={(kind) => void setKind(card, at, kind).catch(() => {})}
            onText={(text) =>
              edits.change(
                id,
                changedCard(card.id, (now) => ({ ...now, ...text })),
              )
            }
            onRemove={() =>
              edits.change(
                id,
                withCards((now) => now.filter((one) => one.id !== card.id)),
                { words: `Card ${at + 1} removed. Its run stays.`, back: putBack(card, at) },
              )
            }
          />
        ))}
      </ol>
    </section>
  )
}

interface CardItemProps {
  readonly card: Card
  readonly at: number
  readonly row: Row | undefined
  readonly isGone: boolean
  readonly drag: { readonly from: number; readonly to: number } | undefined
  readonly setDrag: (drag: CardItemProps['drag']) => void
  readonly onMove: (by: number) => void
  readonly onDrop: () => void
  readonly onKind: (kind: CardKind) => void
  readonly onText: (text: Partial<Pick<Card, 'title' | 'note'>>) => void
  readonly onRemove: () => void
}

function CardItem(props: CardItemProps) {
  const { card, at, row, isGone, drag, setDrag, onMove, onDrop, onKind, onText, onRemove } = props
  const number = at + 1
  const isTarget = drag?.to === at && drag.from !== at
  function onKeyDown(event: KeyboardEvent): void {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li
      aria-label={`Card ${number}`}
      onKeyDown={onKeyDown}
      onDragEnter={() => drag && setDrag({ ...drag, to: at })}
      onDragOver={(event) => drag && event.preventDefault()}
      onDrop={(event) => {
        if (!drag) return
        event.preventDefault()
        onDrop()
      }}
      className={`grid grid-cols-1 gap-3 rounded-md border bg-surface p-3 [content-visibility:auto] @xl:grid-cols-2 ${isTarget ? 'border-cable' : 'border-line'}`}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-2 @xl:col-span-2">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keyboard has Alt+↑ and Alt+↓. */}
        <span
          draggable
          title="Drag to reorder"
          onDragStart={({ dataTransfer, currentTarget }) => {
            dataTransfer.setData('application/x-patchbay-card', card.id)
            dataTransfer.setDragImage(currentTarget.closest('li') ?? currentTarget, 16, 16)
            setDrag({ from: at, to: at })
          }}
          onDragEnd={() => setDrag(undefined)}
          className="w-6 shrink-0 cursor-grab py-2 text-center font-mono text-faint text-sm tabular-nums"
        >
          {number}
        </span>
        <CardFace {...{ card, row, isGone }} />
        <span className="ml-auto flex items-center">
          <Select
            look="small"
            aria-label={`Kind of card ${number}`}
            value={kindOfCard(card)}
            onChange={({ target }) => onKind(target.value as CardKind)}
          >
            {Object.entries(cardKinds).map(([kind, words]) => (
              <option key={kind} value={kind} disabled={kind !== 'live' && card.run === undefined}>
                {words}
              </option>
            ))}
          </Select>
          <IconButton name={`Move card ${number} up`} icon={<ArrowUp size={16} />} onClick={() => onMove(-1)} />
          <IconButton name={`Move card ${number} down`} icon={<ArrowDown size={16} />} onClick={() => onMove(1)} />
          <IconButton name={`Remove card ${number}`} icon={<Trash2 size={16} />} onClick={onRemove} />
        </span>
      </div>
      <LateField
        name={`Title of card ${number}`}
        placeholder="Title"
        stored={card.title}
        onText={(text) => onText({ title: text.trim() })}
      />
      <LateField
        name={`Presenter’s note of card ${number}`}
        placeholder="Presenter’s note"
        stored={card.note}
        onText={(note) => onText({ note })}
      />
    </li>
  )
}

/** What the card shows: a thumbnail or the tool's icon, and first words. */
function CardFace({ card: { live, run }, row, isGone }: Pick<CardItemProps, 'card' | 'row' | 'isGone'>) {
  const tools = useTools()
  const source = row ?? live
  const Icon = source && toolOf(tools, source)?.icon
  const model = row?.model ?? stringOf(live?.request.model)
  return (
    <span className="flex min-w-0 flex-1 basis-48 items-center gap-3">
      <span className="grid h-10 w-14 shrink-0 place-items-center overflow-hidden rounded-[4px] bg-sunken text-faint">
        {row && toolOf(tools, row)?.gives === 'image' ? <Thumb row={row} /> : Icon && <Icon size={16} />}
      </span>
      <span className="grid min-w-0 flex-1">
        {isGone && <span className="text-warning text-xs">The recorded run is gone.</span>}
        {row && run !== undefined && (
          <Link href={addressOf('runs', { run })} className="truncate text-sm hover:underline" dir="auto">
            {shortly(row.output?.peek || nameOf(row), 120) || 'Untitled'}
          </Link>
        )}
        <span className="truncate text-2xs text-faint">
          {source && kindOf(tools, source)} <span className="font-mono">{shortly(model, 60)}</span>
        </span>
      </span>
    </span>
  )
}

/** The first image of a run. */
function Thumb({ row }: { readonly row: Row }) {
  const file = useAssets(row)?.find(({ role, type }) => role === 'output' && mediaKind(type) === 'image')
  return file ? <Thumbnail blob={file.blob} className="size-full" /> : null
}
