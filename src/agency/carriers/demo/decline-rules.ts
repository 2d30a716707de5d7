import type { Decline } from '../contract/answers.ts'

export type DeclineRule<Appetite, Request> = {
  reason_code: string
  refuses(appetite: Appetite, request: Request): boolean
  reason(appetite: Appetite, request: Request): string
}

export const declineBy = <Appetite, Request>(
  rules: readonly DeclineRule<Appetite, Request>[],
  { name, appetite }: { name: string; appetite: Appetite },
  request: Request,
): Decline | undefined => {
  const rule = rules.find(({ refuses }) => refuses(appetite, request))
  return (
    rule && {
      kind: 'decline',
      reason_code: rule.reason_code,
      reason: `${name} ${rule.reason(appetite, request)}`,
    }
  )
}
