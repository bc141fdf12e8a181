import { createContext, type RefObject } from 'react'

/** True from the press on a tab until that tool is drawn: it brings tabs of its own, and the focus goes on to them. */
export const TabWish = createContext<RefObject<boolean>>({ current: false })
