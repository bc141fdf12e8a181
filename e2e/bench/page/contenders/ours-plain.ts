import '../../../../src/app/view/text/text.css'
import { mountText, type TextOptions } from '../../../../src/app/view/text/text-view.ts'
import type { Mount } from './contender.ts'

const options: TextOptions & { readonly highlight: boolean } = { highlight: false }

/** Ours without highlighting. */
export const mount: Mount = (host) => mountText(host, options)
