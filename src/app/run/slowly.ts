type Subscribe = (listener: () => void) => () => void

/** The same subscription, whose listener is called at once, and from then on at most once in so many ms. */
export const slowly =
  (subscribe: Subscribe, pause: number): Subscribe =>
  (listener) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLate = false
    function tell(): void {
      isLate = false
      timer = setTimeout(() => {
        timer = undefined
        if (isLate) tell()
      }, pause)
      listener()
    }
    const end = subscribe(() => {
      if (timer === undefined) tell()
      else isLate = true
    })
    return () => {
      end()
      clearTimeout(timer)
    }
  }
