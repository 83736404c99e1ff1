-- For wrk: sends the requests of a folder (1, 2, …) one after the other; prints the result as JSON.
local requests, nextOne = {}, 0

function init(args)
  for place = 1, tonumber(args[2]) do
    local file = assert(io.open(args[1] .. "/" .. place, "rb"))
    requests[place] = file:read("*a")
    file:close()
  end
end

function request()
  nextOne = nextOne % #requests + 1
  return requests[nextOne]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nRESULT {"requests":%d,"microseconds":%d,"p95":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration, latency:percentile(95),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
