import { ContainerView } from './container-view.ts'
import { element } from './element.ts'

/** Blocks in one group, which the browser may leave out while it is out of view. */
const groupSize = 8

/** The blocks of a whole text, in groups. */
export class RootView extends ContainerView {
  protected override place(child: HTMLElement): void {
    const last = this.element.lastElementChild
    if (last && last.childElementCount < groupSize) last.append(child)
    else this.element.append(element('div', { class: 'reading-group' }, [child]))
  }
}
