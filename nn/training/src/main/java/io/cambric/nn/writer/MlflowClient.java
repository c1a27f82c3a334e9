package io.cambric.nn.writer;

import io.cambric.file.support.Quoted;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Requests to the REST interface of an MLflow server, each tried a few times. */
final class MlflowClient implements AutoCloseable {

  /** The exception for a refused request, which the server would refuse again. */
  static final class RefusedException extends IOException {

    private static final long serialVersionUID = 1L;

    private final int status;

    RefusedException(int status, String message) {
      super(message);
      this.status = status;
    }

    int status() {
      return status;
    }
  }

  private static final int ATTEMPTS = 3;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int NOT_FOUND = 404;
  private static final int CLIENT_ERRORS = 400;
  private static final int SERVER_ERRORS = 500;
  private static final JsonFactory JSON = JsonFactory.builder().build();

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final String root;
  private final Duration pause;

  /**
   * Talks to a server.
   *
   * @param pause before the second attempt; doubled before the third
   */
  MlflowClient(URI server, Duration pause) {
    root = server.toString().replaceFirst("/+$", "") + "/api/2.0/mlflow/";
    this.pause = pause;
  }

  /** {@return the id of an experiment, which is created if it is missing} */
  String experiment(String name) throws IOException {
    try {
      var query = URLEncoder.encode(name, StandardCharsets.UTF_8);
      return get("experiments/get-by-name?experiment_name=" + query, "experiment_id");
    } catch (RefusedException e) {
      if (e.status() != NOT_FOUND) {
        throw e;
      }
      return post("experiments/create", json -> json.writeStringProperty("name", name))
          .text("experiment_id");
    }
  }

  private String get(String call, String property) throws IOException {
    return send(call, HttpRequest.newBuilder(URI.create(root + call)).GET()).text(property);
  }

  /** Posts an object with the properties that a function writes. */
  Response post(String call, Consumer<JsonGenerator> properties) throws IOException {
    var body = new StringWriter();
    try (var json = JSON.createGenerator(ObjectWriteContext.empty(), body)) {
      json.writeStartObject();
      properties.accept(json);
      json.writeEndObject();
    }
    return send(
        call,
        HttpRequest.newBuilder(URI.create(root + call))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body.toString())));
  }

  private Response send(String call, HttpRequest.Builder builder) throws IOException {
    var request = builder.timeout(TIMEOUT).build();
    for (int attempt = 1; ; attempt++) {
      try {
        return answered(call, http.send(request, BodyHandlers.ofString()));
      } catch (RefusedException e) {
        throw e;
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
        sleep(pause.multipliedBy(1L << (attempt - 1)));
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
    }
  }

  private static Response answered(String call, HttpResponse<String> answer) throws IOException {
    int status = answer.statusCode();
    if (status < CLIENT_ERRORS) {
      return new Response(call, answer.body());
    }
    var message = "%s gave status %d: %s".formatted(call, status, Quoted.of(answer.body()));
    if (status < SERVER_ERRORS && status != TOO_MANY_REQUESTS) {
      throw new RefusedException(status, message);
    }
    throw new IOException(message);
  }

  private static void sleep(Duration time) throws IOException {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IOException("The thread was interrupted.", e);
  }

  /**
   * The answer of a server.
   *
   * @param call the answered request
   * @param body JSON
   */
  record Response(String call, String body) {

    /** {@return the first text under a name, at any depth} */
    String text(String name) throws IOException {
      try (var json = JSON.createParser(ObjectReadContext.empty(), body)) {
        for (var token = json.nextToken(); token != null; token = json.nextToken()) {
          if (token == JsonToken.PROPERTY_NAME
              && json.currentName().equals(name)
              && json.nextToken() == JsonToken.VALUE_STRING) {
            return json.getString();
          }
        }
      } catch (JacksonException e) {
        throw new IOException("%s gave no JSON: %s".formatted(call, Quoted.of(body)), e);
      }
      throw new IOException("%s gave no \"%s\": %s".formatted(call, name, Quoted.of(body)));
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
