import type { App } from '../../../../platform/app.ts'
import { fail } from '../../../../platform/errors.ts'
import { DAY } from '../../../../platform/lib/clock.ts'
import { isShortMac, shortMac } from '../../../../platform/lib/reference.ts'
import { lineOfUid } from '../reviewed-line.ts'
import { type CallerWording, type ReviewedIntake, refuseIfErased } from './intake.ts'

/** Names one thing for one purpose until it expires. The holder needs no other credential. */
export const signedToken = (
  app: App,
  purpose: string,
  { name, livesMs }: { name: string; livesMs: number },
): string => {
  const expires = Math.floor((app.clock.now().getTime() + livesMs) / 1000).toString(36)
  return `${name}.${expires}.${shortMac(app.sealer, purpose, `${name}/${expires}`)}`
}

const readToken = (app: App, purpose: string, token: string): { name: string; isLive: boolean } | null => {
  const [, name = '', expires = '', mac = ''] =
    /^([\w.-]{1,200})\.([0-9a-z]{1,10})\.([\w-]+)$/.exec(token) ?? []
  const isLive = Number.parseInt(expires, 36) * 1000 > app.clock.now().getTime()
  return isShortMac(app.sealer, { context: purpose, text: `${name}/${expires}` }, mac)
    ? { name, isLive }
    : null
}

export const readSignedToken = (app: App, purpose: string, token: string): string | null => {
  const read = readToken(app, purpose, token)
  return read?.isLive ? read.name : null
}

/** Returns the name even after the token expired, so it must not grant access. */
export const nameInToken = (app: App, purpose: string, token: string): string | null =>
  readToken(app, purpose, token)?.name ?? null

const REVIEW_LINK_LIVES = 7 * DAY

export const reviewToken = (
  app: App,
  { line, uid, revision }: Pick<ReviewedIntake, 'line' | 'uid' | 'revision'>,
): string => `rvw_${revision}_${shortMac(app.sealer, `${line}-review`, `${uid}/${revision}`)}`

/** A token that was never issued for this intake is a 400. A token of an earlier draft is a 409. */
export const checkReviewToken = async (
  app: App,
  words: CallerWording,
  { intake, token }: { intake: ReviewedIntake; token: string },
): Promise<void> => {
  refuseIfErased(words, intake)
  const [, revision = '', mac = ''] = /^rvw_(\d{1,9})_([\w-]+)$/.exec(token) ?? []
  if (
    !isShortMac(
      app.sealer,
      { context: `${intake.line}-review`, text: `${intake.uid}/${Number(revision)}` },
      mac,
    )
  )
    fail('invalid_request', {
      fields: [
        {
          path: 'review_token',
          code: 'not_issued_for_uid',
          expected: 'review_token of the latest draft or status answer',
        },
      ],
    })
  if (Number(revision) !== intake.revision)
    fail('stale_token', {
      message: `The application was changed after this review. ${
        intake.status === 'ready_for_review'
          ? 'Show the buyer the current review and use its review_token.'
          : await words.whatNext(app, intake)
      }`,
      current_status: intake.status,
    })
}

const nameOf = (uid: string): string => lineOfUid(uid)?.name ?? ''

/** A token begins with the uid that it names. */
const purposeOf = (token: string): string => `${nameOf(token)}-review-link`

/** API responses hand this link out, so it only names the application. The buyer proves their email to open it. */
export const reviewUrl = (app: App, uid: string): string =>
  `${app.config.publicUrl}/${nameOf(uid)}/review/${signedToken(app, purposeOf(uid), { name: uid, livesMs: REVIEW_LINK_LIVES })}`

export const readReviewLink = (app: App, token: string): string | null =>
  readSignedToken(app, purposeOf(token), token)

export const readOldReviewLink = (app: App, token: string): string | null =>
  nameInToken(app, purposeOf(token), token)
