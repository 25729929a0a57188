-- What wrk is to send: the method, the session's token and the body, from the command line.
function init(arguments)
  wrk.method = arguments[1]
  wrk.headers["authtoken"] = arguments[2]
  wrk.headers["content-type"] = "application/json"
  wrk.body = arguments[3]
end
