import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import * as oauth from 'oauth4webapi'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../../support/browser/browser.ts'
import { newTab, sharedTab } from '../../support/browser/tab.ts'
import { latestCode, newEmail } from '../../support/people/client.ts'
import { authorizeUrl, calculate, newPkce, registerClient, sendForm } from '../../support/people/oauth.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let browser: Browser
/** The app that asks for access, as far as a browser sees it. */
let app: Server
let callback: string
beforeAll(async () => {
  app = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.end('<!doctype html><link rel="icon" href="data:,"><title>Connected</title><h1>Connected</h1>')
  }).listen(0, '127.0.0.1')
  await once(app, 'listening')
  callback = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`
  ;[browser, service] = await Promise.all([
    launchBrowser(),
    startTestService({ env: { RATE_LIMITS: 'off' }, work: false }),
  ])
})
afterAll(async () => {
  await Promise.all([browser.close(), service.stop()])
  app.closeAllConnections()
  app.close()
})

const aTab = sharedTab(() => browser)

const signIn = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Your email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabel('Code').fill(await latestCode(service.url, email))
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const allow = async (page: Page): Promise<URL> => {
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  return new URL(page.url())
}

const beginAt = async (page: Page): Promise<void> => {
  const client_id = await registerClient(service)
  await page.goto(
    authorizeUrl(service, { client_id, code_challenge: newPkce().challenge, redirect_uri: callback }),
  )
}

test('oauth4webapi: from discovery to revocation through the real pages, without JavaScript', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true }
  const issuer = new URL(service.url)
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  )
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      server,
      { client_name: 'Quote Desk', redirect_uris: [callback], token_endpoint_auth_method: 'none' },
      insecure,
    ),
  )
  const verifier = oauth.generateRandomCodeVerifier()
  const challenge = await oauth.calculatePKCECodeChallenge(verifier)
  const context = await browser.newContext({ javaScriptEnabled: false })
  onTestFinished(() => context.close())
  const { page, complaints } = await newTab(context)
  await page.goto(
    authorizeUrl(service, {
      client_id: client.client_id,
      code_challenge: challenge,
      scope: 'umbrella calculators',
      redirect_uri: callback,
    }),
  )
  await signIn(page, newEmail())
  await expect(page.getByRole('heading', { level: 1 }).textContent()).resolves.toContain('Quote Desk')
  expect(await page.getByRole('listitem').allTextContents()).toHaveLength(2)
  const params = oauth.validateAuthResponse(server, client, await allow(page), 'a-state')
  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      params,
      callback,
      verifier,
      insecure,
    ),
  )
  expect((await calculate(service, tokens.access_token)).status).toBe(200)
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(server, client, oauth.None(), tokens.access_token, insecure),
  )
  expect((await calculate(service, tokens.access_token)).status).toBe(401)
  expect(complaints).toEqual([])
})

/** What the SDK asks of an app: a memory, and a browser. */
const mcpApp = (page: Page) => {
  const memory: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string } = {}
  const provider: OAuthClientProvider = {
    redirectUrl: callback,
    clientMetadata: {
      client_name: 'Night Shift',
      redirect_uris: [callback],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'mcp-state',
    clientInformation: () => memory.client,
    saveClientInformation: client => {
      memory.client = client
    },
    tokens: () => memory.tokens,
    saveTokens: tokens => {
      memory.tokens = tokens
    },
    saveCodeVerifier: verifier => {
      memory.verifier = verifier
    },
    codeVerifier: () => memory.verifier ?? '',
    invalidateCredentials: () => {
      delete memory.tokens
    },
    redirectToAuthorization: async url => {
      await page.goto(url.href)
    },
  }
  return { provider, memory }
}

test('the MCP SDK: it finds us from a refusal, connects through the pages, calls a tool and refreshes', async () => {
  const serverUrl = `${service.url}/api/agent/mcp`
  const { page, complaints } = await aTab()
  const { provider, memory } = mcpApp(page)
  expect(await auth(provider, { serverUrl })).toBe('REDIRECT')
  await signIn(page, newEmail())
  const back = await allow(page)
  expect(back.searchParams.get('state')).toBe('mcp-state')
  expect(back.searchParams.get('iss')).toBe(service.url)
  const authorizationCode = String(back.searchParams.get('code'))
  expect(await auth(provider, { serverUrl, authorizationCode })).toBe('AUTHORIZED')

  const client = new Client({ name: 'night-shift', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider: provider })
  await client.connect(transport as Parameters<typeof client.connect>[0])
  const answer = await client.callTool({ name: 'estimate_umbrella', arguments: { zip: '94110' } })
  expect(answer.isError).toBeFalsy()
  await client.close()

  const first = memory.tokens
  expect(await auth(provider, { serverUrl })).toBe('AUTHORIZED')
  expect(memory.tokens?.refresh_token).not.toBe(first?.refresh_token)
  expect((await calculate(service, String(memory.tokens?.access_token))).status).toBe(200)
  // A thief with the first refresh token ends the family; the SDK then asks the person again.
  const replay = { grant_type: 'refresh_token', refresh_token: String(first?.refresh_token) }
  await sendForm(`${service.url}/oauth2/token`, { ...replay, client_id: String(memory.client?.client_id) })
  expect((await calculate(service, String(memory.tokens?.access_token))).status).toBe(401)
  expect(await auth(provider, { serverUrl })).toBe('REDIRECT')
  // Signed in still: the page asks at once.
  await page.getByRole('button', { name: 'Don’t allow' }).click()
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
  expect(complaints).toEqual([])
})

test('a person with a keyboard signs in and denies', async () => {
  const { page } = await aTab()
  const email = newEmail()
  await beginAt(page)
  await page.getByLabel('Your email').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code').focus()
  await page.keyboard.type(await latestCode(service.url, email))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Allow', exact: true }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
})
