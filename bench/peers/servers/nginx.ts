import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../../test/support/ports.ts'
import { type ServerProcess, startProgram } from '../../support/processes.ts'

const program = '/usr/sbin/nginx'

const asked = spawnSync(program, ['-v'], { encoding: 'utf8' })
/** Whether nginx is installed where Debian puts it. */
export const hasNginx = asked.status === 0
/** Its name and version. */
export const nginxVersion = `nginx ${/nginx\/([\d.]+)/.exec(asked.stderr ?? '')?.[1] ?? ''}`.trim()

/** Starts nginx with one worker, which sends the files of a folder; its own files are kept in `home`. */
export async function startNginx(home: string, files: string): Promise<ServerProcess> {
  const port = await freePort()
  const settings = join(home, 'nginx.conf')
  for (const folder of [home, files]) chmodSync(folder, 0o755)
  writeFileSync(
    settings,
    `daemon off; worker_processes 1; pid ${home}/nginx.pid; error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; etag on; keepalive_requests 1000000000;
  open_file_cache max=20000 inactive=1h; open_file_cache_valid 1h; default_type application/json;
  client_body_temp_path ${home}; proxy_temp_path ${home}; fastcgi_temp_path ${home}; uwsgi_temp_path ${home}; scgi_temp_path ${home};
  server { listen 127.0.0.1:${port}; root ${files}; }
}
`,
  )
  return startProgram({
    command: [program, '-e', 'stderr', '-c', settings, '-p', home],
    url: `http://127.0.0.1:${port}`,
    readyPath: '/0',
  })
}
