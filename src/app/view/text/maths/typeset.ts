import { answerOf, ownWorker } from '../../../ui/own-worker.ts'
import { element } from '../element.ts'
import './maths.css'
import type { Formula } from '../markdown/verbatim.ts'
import type { MathsReply, MathsTree } from './maths-tree.ts'
import workerUrl from './maths-worker.ts?worker&url'

/** A formula as MathML, or why it is none, and the ms that it took: at most `limit`. Rejects where its code is missing. */
export type Typeset = (
  formula: Formula,
  limit: number,
) => Promise<{ readonly took: number } & ({ readonly math: Element } | { readonly problem: string })>

/** Characters of a formula. */
const longest = 20_000
/** Ms in which the worker's script has to be there. */
const longestStart = 10_000

const tooLong = 'it takes too long.'

let starting: Promise<Worker> | undefined

async function startWorker(): Promise<Worker> {
  const worker = ownWorker(workerUrl, 'maths')
  await answerOf(worker, { tex: 'x', display: false }, AbortSignal.timeout(longestStart))
  return worker
}

/**
 * By a worker that is terminated where it takes too long, since no limit of the library bounds its time. Answers one call at a time. Its
 * reply is a tree, not markup: nothing is parsed as HTML, and the policy of the page allows no `style` attribute but lets a property be set.
 */
export const typeset: Typeset = async (formula, limit) => {
  if (formula.tex.length > longest) return { problem: 'it is longer than 20,000 characters.', took: 0 }
  if (limit <= 0) return { problem: 'the formulas of this text take too long.', took: 0 }
  starting ??= startWorker()
  const worker = await starting.catch(forget)
  try {
    // The worker measures its time. It has more of it here, since its reply may wait for a busy page.
    const reply = await answerOf<MathsReply>(worker, formula, AbortSignal.timeout(4 * limit))
    if (reply.took > limit || 'problem' in reply) return { problem: tooLong, ...reply }
    const begun = performance.now()
    const math = draw(reply.tree)
    return { math, took: reply.took + performance.now() - begun }
  } catch {
    worker.terminate()
    starting = undefined
    return { problem: tooLong, took: limit }
  }
}

function forget(reason: unknown): never {
  starting = undefined
  throw reason
}

const namespace = 'http://www.w3.org/1998/Math/MathML'
const named = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** What a formula may become; of other elements only the content is drawn. */
const elements = named(
  'math mrow mi mn mo ms mspace mtext menclose mfrac mpadded mphantom mroot msqrt mstyle ' +
    'msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd',
)
const attributes = named(
  'class display displaystyle scriptlevel mathvariant stretchy fence form separator lspace rspace symmetric minsize maxsize ' +
    'movablelimits accent accentunder linethickness width height depth voffset mathbackground columnspan rowspan notation',
)
const properties =
  /^(?:color|width|left|right|bottom|transform|textAlign|fontWeight|mathDepth|(?:padding|margin|border)(?:Left|Right|Top|Bottom)?|position)$/
/** No address and no function but `scaleX`. */
const value = /^(?:[\w#.%+\- ]*|scaleX\(-1\))$/

/** Names and values of content are compared with lists, so that no script, address or handler can come from a formula. */
export function draw(tree: MathsTree): Element {
  const [root] = nodesOf(tree)
  return root instanceof Element ? root : document.createElementNS(namespace, 'math')
}

function nodesOf(tree: MathsTree): readonly Node[] {
  if (typeof tree === 'string') return [document.createTextNode(tree)]
  const children = tree.children.flatMap(nodesOf)
  if (!elements.has(tree.name)) return children
  const made = document.createElementNS(namespace, tree.name)
  for (const [name, text] of Object.entries(tree.attributes))
    if (attributes.has(name) && value.test(text)) made.setAttribute(name, text)
  for (const [name, text] of Object.entries(tree.style))
    if (properties.test(name) && value.test(text)) made.style.setProperty(hyphenated(name), text)
  made.append(...children)
  return [made]
}

const hyphenated = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The source of each shown formula. */
const sources = new WeakMap<Element, string>()

/** Puts the formula in place of its source, and returns the box around it, which may overflow. */
export function showFormula(place: HTMLElement, math: Element, display: boolean): HTMLElement {
  const look = display ? 'reading-formula reading-display' : 'reading-formula'
  const box = element('span', { class: look, 'data-scrolls': 'Formula' }, [math])
  sources.set(box, place.querySelector('code')?.textContent ?? place.textContent)
  place.className = 'reading-maths'
  place.replaceChildren(box)
  return box
}

/**
 * Copies a selection with the TeX of its formulas, of which the browser would copy the letters alone. They are shown as source while the
 * browser reads the selection: only its own reading has the line ends that are seen.
 */
function copyTex(event: ClipboardEvent): void {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || !event.clipboardData) return
  const boxes = [...document.querySelectorAll('.reading-formula')].filter((box) => selection.containsNode(box, true))
  if (boxes.length === 0) return
  const range = selection.getRangeAt(0)
  for (const box of boxes) {
    if (box.contains(range.startContainer)) range.setStartBefore(box)
    if (box.contains(range.endContainer)) range.setEndAfter(box)
  }
  const formulas = boxes.map((box) => [...box.childNodes])
  for (const box of boxes) box.replaceChildren(sources.get(box) ?? '')
  event.clipboardData.setData('text/plain', selection.toString())
  event.clipboardData.setData('text/html', element('div', {}, [range.cloneContents()]).innerHTML)
  event.preventDefault()
  boxes.forEach((box, at) => {
    box.replaceChildren(...(formulas[at] ?? []))
  })
}

document.addEventListener('copy', copyTex)
