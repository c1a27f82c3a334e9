package io.cambric.examples.serve;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/**
 * An answer to an HTTP request.
 *
 * @param status of HTTP
 * @param type of the content
 * @param body in UTF-8
 * @param headers besides that of the type
 */
record Answer(int status, String type, String body, Map<String, String> headers) {

  /** {@return an answer in JSON, with its fields sorted by name} */
  static Answer json(int status, Map<String, ?> fields) {
    return new Answer(
        status,
        "application/json",
        JsonMapper.shared().writeValueAsString(new TreeMap<>(fields)) + "\n",
        Map.of());
  }

  /** {@return an answer that says what is wrong} */
  static Answer error(int status, String message) {
    return json(status, Map.of("error", message));
  }

  static Answer text(String type, String body) {
    return new Answer(200, type, body, Map.of());
  }

  /** {@return this with a header more} */
  Answer withHeader(String name, String value) {
    return new Answer(status, type, body, Map.of(name, value));
  }

  byte[] bytes() {
    return body.getBytes(StandardCharsets.UTF_8);
  }
}
