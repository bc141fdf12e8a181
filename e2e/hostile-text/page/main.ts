import { bombShapes } from '../bomb-shapes.ts'
import { pour } from './pour.ts'
import { prefixes } from './prefixes.ts'
import { nextFrame, settled } from './settled.ts'
import { add, canary, canarySings, clear } from './texts.ts'

/** Shows each text whole, first as if more came, then ended. */
async function show(texts: readonly string[]): Promise<void> {
  clear()
  const all = texts.map((text) => {
    const one = add()
    one.island.append(text)
    return one
  })
  const last = add()
  last.island.append(canary)
  await settled(document.body)
  for (const { island } of [...all, last]) island.finish()
  do await settled(document.body)
  while (!canarySings(last.place))
}

/** Lets each text grow, all of them at once and a little every frame, and then ends them. */
async function grow(texts: readonly string[]): Promise<void> {
  clear()
  const all = texts.map((text) => ({
    ...add(),
    pieces: prefixes(text).map((cut, at, cuts) => cut.slice(cuts[at - 1]?.length ?? 0)),
  }))
  for (let frame = 0; all.some(({ pieces }) => frame < pieces.length); frame += 1) {
    for (const { island, pieces } of all) island.append(pieces[frame] ?? '')
    await nextFrame()
  }
  for (const { island } of all) island.finish()
  await settled(document.body)
}

/** Shows a text cut at each of its places, each cut in a place of its own: first as if more came, then as if that was all. */
const cut = (text: string): Promise<void> => show(prefixes(text))

const page = { show, grow, cut, pour, shapes: Object.keys(bombShapes) }

declare global {
  var renderer: typeof page
}

window.renderer = page
