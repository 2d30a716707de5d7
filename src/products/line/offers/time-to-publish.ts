type Answers = {
  offers: number
  silent: number
  deferred: number
  windowIsOver: boolean
}

/** One slow carrier does not hold up the others, and no empty list is shown while an offer can still come. */
export const isTimeToPublish = ({ offers, silent, deferred, windowIsOver }: Answers): boolean => {
  if (silent === 0 && deferred === 0) return true
  return offers > 0 && (silent === 0 || windowIsOver)
}
