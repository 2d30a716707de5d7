export type RetryOptions = {
  /** How often a call is made at most, the first time included. */
  attempts?: number
  /** A longer wait than this is not worth it: the answer is given back instead. */
  longestWaitSeconds?: number
  fetch?: typeof fetch
  wait?: (milliseconds: number) => Promise<void>
}

/** Refused before anything was done, whatever the operation. */
const TOO_MANY = 429
/** 503 too: a service that loses its database while it commits cannot tell whether the change was made. */
const MAY_HAVE_HAPPENED = new Set([500, 502, 503, 504])

/** Asking again does no harm: it only reads, or the service knows the key and does nothing twice. */
const isSafeToRepeat = ({ method, headers }: Request): boolean =>
  method === 'GET' || method === 'HEAD' || headers.has('idempotency-key')

const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** There was no connection, so that nothing can have been sent. Node tells it in the cause; elsewhere nobody does. */
const wasNeverSent = ({ cause }: Error): boolean =>
  cause instanceof Error && 'code' in cause && NOT_CONNECTED.has(String(cause.code))

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, milliseconds)
  })

/** A twin of this very call is still running. */
const isInProgress = ({ status, headers }: Response): boolean => status === 409 && headers.has('retry-after')

const wantsRetry = (request: Request, answer: Response): boolean =>
  answer.status === TOO_MANY ||
  (isSafeToRepeat(request) && (MAY_HAVE_HAPPENED.has(answer.status) || isInProgress(answer)))

/** What the service asks for, else half a second that doubles. */
const pauseSeconds = (answer: Response | null, attempt: number): number => {
  const asked = Number(answer?.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(asked) ? asked : 0.5 * 2 ** (attempt - 1)
}

/** A fetch that waits as long as the service asks and calls again, as far as that is safe. */
export const retryingFetch = ({
  attempts = 4,
  longestWaitSeconds = 60,
  fetch: send = fetch,
  wait = sleep,
}: RetryOptions = {}): ((request: Request) => Promise<Response>) => {
  const trySend = async (request: Request): Promise<Response | Error> => {
    try {
      return await send(request.clone())
    } catch (error) {
      const mayRepeat = isSafeToRepeat(request) || wasNeverSent(error as Error)
      if (request.signal.aborted || !mayRepeat) throw error
      return error as Error
    }
  }
  return async request => {
    for (let attempt = 1; ; attempt++) {
      const outcome = await trySend(request)
      const answer = outcome instanceof Response ? outcome : null
      const pause = pauseSeconds(answer, attempt)
      const again = answer === null || wantsRetry(request, answer)
      if (!again || attempt === attempts || pause > longestWaitSeconds) {
        if (answer) return answer
        throw outcome
      }
      await wait(pause * 1000)
    }
  }
}
