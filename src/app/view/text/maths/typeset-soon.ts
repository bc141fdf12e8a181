import { type Formula, formulaIn } from '../markdown/verbatim.ts'
import { showFormula, type Typeset, typeset } from './typeset.ts'

/** Ms that the formulas of one text may take together. */
const budget = 250

/** Ms taken by the formulas of a text, by its root. */
const taken = new WeakMap<Element, number>()
/** One formula at a time, since each has the worker for itself. */
let last: Promise<void> = Promise.resolve()

/**
 * Shows a closed formula, or a `math` block, as MathML; otherwise it stays source, with the reason as title. Does
 * nothing with other elements. `onShown` is called with the box, which may overflow.
 */
export function typesetSoon(place: HTMLElement, onShown: (box: HTMLElement) => void, given?: Typeset): void {
  const formula = formulaOf(place)
  if (!formula) return
  last = last.then(() => show(place, formula, onShown, given)).catch(() => {})
}

function formulaOf(place: HTMLElement): Formula | undefined {
  const block = place.querySelector('code[data-maths]')
  if (block) return { tex: block.textContent, display: true }
  return place.matches('.reading-maths') ? formulaIn(place.textContent) : undefined
}

async function show(
  place: HTMLElement,
  formula: Formula,
  onShown: (box: HTMLElement) => void,
  given: Typeset | undefined,
): Promise<void> {
  const root = place.closest('.reading')
  // A formula of a text that is gone, or of a report, costs nothing.
  if (!root?.isConnected) return
  const before = taken.get(root) ?? 0
  const outcome = await (given ?? typeset)(formula, budget - before)
  taken.set(root, before + outcome.took)
  if ('problem' in outcome) place.title = `Shown as source: ${outcome.problem}`
  else if (place.isConnected) onShown(showFormula(place, outcome.math, formula.display))
}
