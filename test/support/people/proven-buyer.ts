import { reviewUrl } from '../../../src/products/line/reviewed-purchase/intake/review-token.ts'
import { until } from '../runs/until.ts'
import type { TestService } from '../servers/service.ts'
import { latestCode } from './client.ts'
import { newVisitor, type Visitor } from './visitor.ts'

type Buyer = Visitor & { path: string }

/** A browser without a screen that has proven the buyer's email address. The sandbox shows the code. */
export const provenBuyer = async (
  { app, url }: TestService,
  { uid, email }: { uid: string; email: string },
): Promise<Buyer> => {
  const visitor = newVisitor(url)
  const path = new URL(reviewUrl(app, uid)).pathname
  await visitor.open(path)
  await visitor.send(`${path}/code`, { email })
  const { text } = await visitor.open(`${path}?code`)
  const shown = /<strong class="code"[^>]*>(\d+)</.exec(text)?.[1]
  await visitor.send(`${path}/enter`, { email, code: shown ?? (await until(() => latestCode(url, email))) })
  return { ...visitor, path }
}
