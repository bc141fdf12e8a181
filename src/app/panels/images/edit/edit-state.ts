import type { MaskEditor } from '#media/mask/mask-editor.ts'
import type { Incoming } from '../../../files/incoming.ts'
import type { Picture } from '../../../files/picture.ts'
import type { Sight } from '../../../files/read-edit-picture.ts'
import type { TabStorage } from '../../../mask/keep/kept-mask.ts'
import type { Aside } from './aside.ts'
import type { EditWork } from './edit-work.ts'

/** A mask stands on a picture that is about to be replaced: what is to become of it? */
export interface BaseQuestion {
  readonly next: EditWork
  readonly base: Picture
  readonly sizes: 'equal' | 'other'
}

/** What a removal took away. */
export interface Removed {
  readonly name: string
  readonly work: EditWork
  readonly mask: MaskEditor | undefined
}

export interface EditState {
  readonly status: 'loading' | 'ready'
  readonly work: EditWork
  readonly incoming: readonly Incoming[]
  readonly question: BaseQuestion | undefined
  /** Of the base's size where there is a base; without one it may hold the mask of the last. */
  readonly mask: MaskEditor | undefined
  /** What stood here before an earlier edit was opened. */
  readonly aside: Aside | undefined
  /** Whether all of it is in the browser's storage, as far as it was written. */
  readonly kept: 'kept' | 'lost'
  /** The last change, where it was a removal. */
  readonly removed: Removed | undefined
}

interface StoredDraft {
  read(): Promise<unknown>
  /** `written` is called when the value, or one that came after it, is in the storage. */
  write(value: unknown, written?: () => void): void
}

/** What a session needs of the world. */
export interface EditWorld {
  readonly openDraft: (name: 'work' | 'mask' | 'aside') => StoredDraft
  readonly after: (ms: number, work: () => void) => () => void
  readonly onHide: (listener: () => void) => () => void
  readonly newId: () => string
  /** Left out where it is forbidden. */
  readonly tab?: TabStorage | undefined
  /** Rejects what the browser cannot draw. */
  readonly look: (blob: Blob) => Promise<Sight>
}
