import { parse, serialize } from 'cookie'

const nameOf = (name: string): string => `__Host-${name}`

export const hostCookie = (name: string, value: string, maxAge?: number): string =>
  serialize(nameOf(name), value, {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'lax',
    ...(maxAge !== undefined && { maxAge }),
  })

export const withoutHostCookie = (name: string): string =>
  serialize(nameOf(name), '', { path: '/', secure: true, httpOnly: true, sameSite: 'lax', maxAge: 0 })

export type Cookies = Readonly<Record<string, string | undefined>>

export const readCookies = (header: string | undefined): Cookies => (header ? parse(header) : {})

export const hostCookieOf = (cookies: Cookies, name: string): string | undefined => cookies[nameOf(name)]
