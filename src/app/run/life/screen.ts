/** Draws at most once a frame, however often it is asked to. */
export interface Screen {
  show(): void
  /** Nothing is drawn after this. */
  end(): void
}

/** `frame` does its work once, at the next frame. */
export function createScreen(frame: (work: () => void) => void, draw: () => void): Screen {
  let status: 'clean' | 'dirty' | 'ended' = 'clean'
  return {
    show() {
      if (status !== 'clean') return
      status = 'dirty'
      frame(() => {
        if (status !== 'dirty') return
        status = 'clean'
        draw()
      })
    },
    end() {
      status = 'ended'
    },
  }
}
