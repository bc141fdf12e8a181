import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { FileFacts } from '#contract/core/field.ts'
import { fileReference } from '../run/file-marks.ts'
import type { FileTray } from './file-tray.ts'
import type { TrayFile } from './read-file.ts'
import { referenceIn } from './request-body.ts'

export interface FilePlace {
  readonly facts: FileFacts
  readonly tray: FileTray
  readonly value: unknown
  readonly set: (value: unknown) => void
}

export function itemsOf(value: unknown, { most }: FileFacts): readonly unknown[] {
  if (value === undefined) return []
  return most !== undefined && Array.isArray(value) ? value : [value]
}

/** The item of a request that refers to a file of a tray. */
export function referenceTo({ type, sha256 = '' }: Pick<TrayFile, 'type' | 'sha256'>, { wrap }: FileFacts): unknown {
  const reference = fileReference(type, sha256)
  return wrap === undefined ? reference : { [wrap]: reference }
}

/** A field's value with further files: appended to a list; in place of the one that is there. */
export function withFiles(value: unknown, files: readonly TrayFile[], facts: FileFacts): unknown {
  const references = files.map((file) => referenceTo(file, facts))
  return facts.most === undefined ? (references.at(-1) ?? value) : [...itemsOf(value, facts), ...references]
}

/**
 * Puts references to files that the trays have read into the values of their fields, once each, whether or not a control shows them; and
 * marks the files that a value does not refer to any more, which the next page then drops. Until then an undo finds them.
 */
export function useFileReferences(places: readonly FilePlace[]): void {
  const follow = useEffectEvent(() => {
    for (const place of places) followFiles(place)
  })
  // The trays stay the same.
  const [subscribe] = useState(() => (listener: () => void) => {
    const ends = places.map(({ tray }) => tray.subscribe(listener))
    return () => ends.forEach((end) => void end())
  })
  const files = useSyncExternalStore(subscribe, () => places.map(({ tray }) => keyOf(tray.state().files)).join(';'))
  const key = places.map(({ value, facts }) => itemsOf(value, facts).map(referenceIn).join()).join(';')
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the files and the references.
  useEffect(() => follow(), [files, key])
}

const keyOf = (files: readonly TrayFile[]) => files.map(({ id, use = 'new' }) => `${id} ${use}`).join()

function followFiles({ facts, tray, value, set }: FilePlace): void {
  const { files } = tray.state()
  const fresh = files.filter(({ use }) => use === undefined)
  if (fresh.length > 0) {
    set(withFiles(value, fresh, facts))
    tray.change(idsOf(fresh), { use: 'used' })
    return
  }
  const named = new Set(itemsOf(value, facts).map(referenceIn))
  const wrong = files.filter(({ sha256, use }) => (use === 'used') !== named.has(sha256))
  const [gone, back] = [wrong.filter(({ use }) => use === 'used'), wrong.filter(({ use }) => use === 'unused')]
  if (gone.length > 0) tray.change(idsOf(gone), { use: 'unused' })
  if (back.length > 0) tray.change(idsOf(back), { use: 'used' })
}

const idsOf = (files: readonly TrayFile[]) => files.map(({ id }) => id)
