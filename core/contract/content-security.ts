/**
 * The content security policy of the app, the same on both hosts: it allows only the app's own files. Inline styles
 * are allowed because CodeMirror and PatternFly set them. Inline scripts aren't.
 */
export const CONTENT_SECURITY_POLICY: string = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
].join('; ');
