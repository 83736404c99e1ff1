-- For wrk: sends the requests in a folder (1, 2, …) one after the other and prints the result as JSON.
-- A placeholder of 12 "@" (`NUMBER_MARK`) becomes a different number in each request.
local requests, nextOne = {}, 0
local mark = string.rep("@", 12)
local number = 0

function init(args)
  number = tonumber(args[3])
  for place = 1, tonumber(args[2]) do
    local file = assert(io.open(args[1] .. "/" .. place, "rb"))
    local text = file:read("*a")
    file:close()
    local at = text:find(mark, 1, true)
    requests[place] = { text, at and text:sub(1, at - 1), at and text:sub(at + #mark) }
  end
end

function request()
  nextOne = nextOne % #requests + 1
  local text, before, after = unpack(requests[nextOne])
  if not before then return text end
  number = number + 1
  return before .. string.format("%012.0f", number) .. after
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nRESULT {"requests":%d,"microseconds":%d,"p95":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration, latency:percentile(95),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
