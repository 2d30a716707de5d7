import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { hostCookie, hostCookieOf, readCookies } from './document.ts'
import { hasPlainCookies, plainCookies } from './plain-cookies.ts'

test.each([
  [{ production: false, publicUrl: 'http://127.0.0.1:8080' }, true],
  [{ production: false, publicUrl: 'http://localhost:8080' }, true],
  [{ production: false, publicUrl: 'http://[::1]:8080' }, true],
  [{ production: false, publicUrl: 'http://bindery.test' }, false],
  [{ production: false, publicUrl: 'https://127.0.0.1' }, false],
  [{ production: true, publicUrl: 'http://127.0.0.1:8080' }, false],
])('%j: cookies are plain: %s', (place, isPlain) => {
  expect(hasPlainCookies(place)).toBe(isPlain)
})

test('over http on loopback a cookie goes out as every browser takes it, and is read when it comes back', async () => {
  const server = Fastify()
  plainCookies(server)
  server.get('/', ({ headers }, reply) => {
    reply.header('set-cookie', [hostCookie('desk', 'a'), hostCookie('visit', 'b', 60)])
    return { desk: hostCookieOf(readCookies(headers.cookie), 'desk') ?? null }
  })
  const first = await server.inject('/')
  expect(first.headers['set-cookie']).toEqual([
    'desk=a; Path=/; HttpOnly; SameSite=Lax',
    'visit=b; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
  ])
  const again = await server.inject({ url: '/', headers: { cookie: 'visit=b; desk=a' } })
  expect(again.json()).toEqual({ desk: 'a' })
})
