export type RetryOptions = {
  /** Includes the first call. */
  attempts?: number
  /** If the service asks for a longer wait, its response is returned instead. */
  longestWaitSeconds?: number
  fetch?: typeof fetch
  wait?: (milliseconds: number) => Promise<void>
}

const TOO_MANY = 429
/** Includes 503: a service that loses its database during a commit cannot tell whether the change was made. */
const MAY_HAVE_HAPPENED = new Set([500, 502, 503, 504])

const isSafeToRepeat = ({ method, headers }: Request): boolean =>
  method === 'GET' || method === 'HEAD' || headers.has('idempotency-key')

const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** No connection, so nothing was sent. Only Node reports this, in the error's cause. */
const wasNeverSent = ({ cause }: Error): boolean =>
  cause instanceof Error && 'code' in cause && NOT_CONNECTED.has(String(cause.code))

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, milliseconds)
  })

/** The same call is still running. */
const isInProgress = ({ status, headers }: Response): boolean => status === 409 && headers.has('retry-after')

const wantsRetry = (request: Request, answer: Response): boolean =>
  answer.status === TOO_MANY ||
  (isSafeToRepeat(request) && (MAY_HAVE_HAPPENED.has(answer.status) || isInProgress(answer)))

const pauseSeconds = (answer: Response | null, attempt: number): number => {
  const asked = Number(answer?.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(asked) ? asked : 0.5 * 2 ** (attempt - 1)
}

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
