import { nextFrame } from '../../waiting.ts'
import { type MountList, rowHeight } from './contender.ts'

const spare = 8

/** The least that a list of which a part is drawn can do: some plain elements, whose texts are set anew. */
export const mount: MountList = async (host, rows) => {
  const scroller = document.createElement('div')
  const sheet = document.createElement('div')
  Object.assign(scroller.style, { height: '100%', overflowY: 'auto' })
  Object.assign(sheet.style, { height: `${rows.length * rowHeight}px`, position: 'relative', contain: 'strict' })
  scroller.append(sheet)
  host.append(scroller)
  const count = Math.ceil(scroller.clientHeight / rowHeight) + 2 * spare
  const elements = Array.from({ length: count }, () => {
    const element = document.createElement('div')
    Object.assign(element.style, { height: `${rowHeight}px`, position: 'absolute', width: '100%', contain: 'strict' })
    sheet.append(element)
    return element
  })
  const draw = () => {
    const first = Math.max(0, Math.floor(scroller.scrollTop / rowHeight) - spare)
    for (let at = first; at < Math.min(rows.length, first + count); at += 1) {
      const element = elements[at % count]
      const row = rows[at]
      if (!element || !row || element.dataset.at === String(at)) continue
      element.dataset.at = String(at)
      element.style.top = `${at * rowHeight}px`
      element.textContent = `${row.title} ${row.status} ${row.endpoint} ${row.model} ${row.times?.end}`
    }
  }
  scroller.addEventListener('scroll', draw, { passive: true })
  draw()
  await nextFrame()
  return scroller
}
