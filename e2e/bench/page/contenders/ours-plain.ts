import '../../../../src/app/view/text/text.css'
import { TextView } from '../../../../src/app/view/text/text-view.ts'
import type { Mount } from './contender.ts'

/** Ours without highlighting. */
export const mount: Mount = (host) => new TextView(host, undefined, true)
