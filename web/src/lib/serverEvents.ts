/** Events of the window: a request or a part of the app got no answer; the server answers again. */
export const NO_ANSWER = 'liksa:no-answer';
export const SERVER_BACK = 'liksa:server-back';
