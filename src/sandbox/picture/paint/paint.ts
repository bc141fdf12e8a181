import { platform } from '#sandbox/platform.ts'
import { randomOf } from '../../seeded-random.ts'
import type { Looked, Painted, PictureFile, Size, Task } from '../picture-task.ts'
import { drawOverlay, drawScene } from '../scene/draw-scene.ts'
import { planScene } from '../scene/plan-scene.ts'
import { decode, encode, render, withNote } from './codecs.ts'
import { continued, surroundingsOf } from './continued.ts'
import { mainColours } from './main-colours.ts'
import { blended, laidOver, openBox, type Pixels, scaledToCover, withGrain } from './pixels.ts'
import { coarse, reworked } from './rework.ts'

type Draw = Extract<Task, { kind: 'draw' }>
type Edit = Extract<Task, { kind: 'edit' }>

/** The scale at which a preview is drawn before it is enlarged, by its stage. */
const previewShares = [1 / 40, 1 / 18, 1 / 8]

function previewEdge({ width, height }: Size, preview: number): number {
  const share = previewShares[preview - 1] ?? 1
  return Math.max(4 + 2 * preview, Math.round(Math.min(width, height) * share))
}

const grainOf = [0, 1.6, 3.4]

/** The narrowest aspect ratio of a scene; narrower pictures are cropped from it. */
const narrowest = 1 / 3

function smaller({ width, height }: Size, short: number): Size {
  const scale = Math.min(1, short / Math.min(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function grained(pixels: Pixels, { seed, index, detail, preview }: Draw | Edit): Pixels {
  const noise = randomOf(`${seed}/${index}/grain`).below(2 ** 31)
  if (preview === undefined) withGrain(pixels, grainOf[detail - 1] ?? 0, noise)
  return pixels
}

/** A scene of exactly this size. A preview is drawn small and enlarged. */
async function scene(task: Draw | Edit, size: Size, isTransparent: boolean, isBare: boolean): Promise<Pixels> {
  const { width, height } = size
  const frame = {
    width: Math.max(width, Math.ceil(height * narrowest)),
    height: Math.max(height, Math.ceil(width * narrowest)),
  }
  const { width: across, height: down } =
    task.preview === undefined ? frame : smaller(frame, previewEdge(frame, task.preview))
  const plan = planScene(task.prompt, task.seed, task.index)
  const detail = task.preview === undefined ? task.detail : 1
  const drawn = await render(drawScene(plan, { width: across, height: down, detail, isTransparent, isBare }))
  return scaledToCover(drawn, width, height)
}

/**
 * Fills the transparent area of the mask: with the continued surroundings, in front of them the prompt's subjects, quoted texts, or the
 * words that no scene knows; with a scene where the prompt asks for one or too little is kept.
 */
async function filled(task: Edit, base: Pixels, mask: Pixels): Promise<Pixels> {
  const box = openBox(mask)
  if (!box) return base
  const plan = planScene(task.prompt, task.seed, task.index)
  const isScene = plan.family !== 'lettering' && !plan.isNamed && !plan.removes && plan.texts.length === 0
  const around = surroundingsOf(base, mask, box, plan.family === 'lettering' ? 1 : undefined)
  if (around && !isScene) {
    const fresh = continued(around, box)
    const overlay = drawOverlay(plan, { width: box.width, height: box.height, detail: task.detail }, 'middle')
    if (overlay !== undefined) laidOver(fresh, await render(overlay))
    const shown = task.preview === undefined ? fresh : coarse(fresh, previewEdge(box, task.preview))
    return blended(base, grained(shown, task), mask, box)
  }
  const fresh = await scene(task, box, false, true)
  return blended(base, grained(fresh, task), mask, box)
}

/** The whole base in other colours, with the prompt's subject in it. */
async function redone(task: Edit, base: Pixels): Promise<Pixels> {
  const { prompt, seed, index, tints, preview } = task
  const plan = planScene(prompt, seed, index)
  const made = reworked(
    preview === undefined ? base : coarse(base, previewEdge(base, preview)),
    prompt,
    `${seed}/${index}`,
    plan,
    tints,
  )
  const overlay = drawOverlay(plan, { ...made, detail: task.detail }, 'beside')
  if (overlay !== undefined) laidOver(made, await render(overlay))
  return grained(made, task)
}

async function edited(task: Edit): Promise<Pixels> {
  const { width, height } = task.size
  const base = scaledToCover(await decode(task.base), width, height)
  if (!task.mask) return redone(task, base)
  return filled(task, base, scaledToCover(await decode(task.mask), width, height))
}

async function look(file: PictureFile): Promise<Looked> {
  const pixels = await decode(file)
  return { width: pixels.width, height: pixels.height, ...mainColours(pixels) }
}

const notesOf = ({ prompt, model }: Draw | Edit) => [
  { keyword: 'Software', text: 'Patchbay sandbox' },
  { keyword: 'Comment', text: 'Sandbox: synthetic output.' },
  { keyword: 'Title', text: prompt.slice(0, 2000) },
  { keyword: 'Source', text: model },
]

/** Does one task. Rejects where a file cannot be read. */
export async function paint(task: Task): Promise<Painted> {
  if (task.kind === 'look') return { kind: 'looked', ...(await look(task.file)) }
  const { output } = task
  const pixels =
    task.kind === 'edit' ? await edited(task) : grained(await scene(task, task.size, task.isTransparent, false), task)
  const file = withNote(await encode(pixels, output.format, output.compression), notesOf(task))
  return { kind: 'file', base64: platform.fromLatin1(platform.toBase64(file)) }
}
