package io.cambric.nn.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.cambric.errors.DataException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests to a server on this machine that answers as MLflow does. */
@Timeout(30)
class MlflowWriterTest {

  private static final Pattern TIME = Pattern.compile("\"(\\w*time\\w*)\":\\d{13}");

  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());

  /** Status of requests that fail. */
  private int status = 503;

  private volatile Predicate<Integer> fails = _ -> false;
  private final HttpServer server;

  MlflowWriterTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/api/2.0/mlflow/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      var call = exchange.getRequestURI().toString().substring("/api/2.0/mlflow/".length());
      requests.add(call + " " + TIME.matcher(body).replaceAll("\"$1\":0"));
      int code = 200;
      if (fails.test(requests.size())) {
        code = status;
      } else if (call.startsWith("experiments/get-by-name")) {
        code = 404;
      }
      var answer =
          switch (call) {
            case "experiments/create" -> "{\"experiment_id\": \"7\"}";
            case "runs/create" -> "{\"run\": {\"info\": {\"run_id\": \"abc\"}}}";
            default -> "{}";
          };
      var bytes = answer.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(code, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private MlflowWriter writer() {
    return MlflowWriter.of(address(), "my digits", "wide", Duration.ofMillis(1));
  }

  private URI address() {
    return URI.create("http://localhost:%d/".formatted(server.getAddress().getPort()));
  }

  @Test
  void a_run_is_made_and_gets_metrics_and_parameters() {
    try (var writer = writer()) {
      writer.writeHyperparameters(Map.of("rate", 0.1));
      var values = new LinkedHashMap<String, Double>();
      values.put("train/loss", 0.5);
      values.put("top@5", Double.NaN);
      writer.writeScalars(3, values);
      assertThat(writer.runId()).contains("abc");
    }

    assertThat(requests)
        .containsExactly(
            "experiments/get-by-name?experiment_name=my+digits ",
            "experiments/create {\"name\":\"my digits\"}",
            "runs/create {\"experiment_id\":\"7\",\"start_time\":0,\"run_name\":\"wide\"}",
            "runs/log-batch"
                + " {\"run_id\":\"abc\",\"metrics\":[],\"params\":[{\"key\":\"rate\",\"value\":\"0.1\"}]}",
            "runs/log-batch {\"run_id\":\"abc\",\"metrics\":[{\"key\":\"train/loss\",\"value\":0.5,\"timestamp\":1,\"step\":3},{\"key\":\"top_5\",\"value\":\"NaN\",\"timestamp\":1,\"step\":3}],\"params\":[]}"
                .replace("\"timestamp\":1", "\"timestamp\":0"),
            "runs/update {\"run_id\":\"abc\",\"status\":\"FINISHED\",\"end_time\":0}");
  }

  @Test
  void metrics_are_sent_in_batches() {
    try (var writer = writer()) {
      for (int step = 0; step < 2000; step++) {
        writer.writeScalars(step, Map.of("loss", 0.5));
      }
    }

    assertThat(requests.stream().filter(r -> r.startsWith("runs/log-batch"))).hasSizeBetween(3, 5);
    assertThat(String.join("", requests).split("\"key\":\"loss\"")).hasSize(2001);
  }

  @Test
  void a_request_that_fails_is_tried_again() {
    fails = count -> count % 3 != 0;

    try (var writer = writer()) {
      writer.writeScalars(1, Map.of("loss", 0.5));
    }

    // Three attempts each: get, create, create, log-batch, update.
    assertThat(requests).hasSize(15);
    assertThat(requests.getLast()).startsWith("runs/update");
  }

  @Test
  void metrics_wait_for_a_server_that_is_away() {
    fails = _ -> true;
    try (var writer = writer()) {
      writer.writeScalars(1, Map.of("loss", 0.5));
      writer.flush();
      assertThat(requests).hasSize(3);
      fails = _ -> false;
      writer.writeScalars(2, Map.of("loss", 0.25));
    }

    assertThat(String.join("", requests)).contains("\"value\":0.5", "\"value\":0.25", "FINISHED");
  }

  @Test
  void a_training_continues_without_a_server() {
    server.stop(0);
    try (var writer = writer()) {
      writer.writeHyperparameters(Map.of("rate", 0.1));
      for (int step = 0; step < 150_000; step++) {
        writer.writeScalars(step, Map.of("loss", 0.5));
      }
      assertThat(writer.runId()).isEmpty();
    }
  }

  @Test
  void a_refused_batch_is_left_out() {
    status = 400;
    fails = count -> count == 4;

    try (var writer = writer()) {
      writer.writeHyperparameters(Map.of("rate", 0.1));
      writer.writeScalars(1, Map.of("loss", 0.5));
    }

    assertThat(requests).hasSize(6);
    assertThat(requests.get(4)).contains("\"value\":0.5");
  }

  @Test
  void a_run_is_continued_by_its_id() {
    try (var writer = MlflowWriter.resume(address(), "my digits", "xyz")) {
      writer.writeScalars(1, Map.of("loss", 0.5));
    }

    assertThat(requests).hasSize(2).allMatch(request -> request.contains("\"run_id\":\"xyz\""));
  }

  @Test
  void an_address_without_a_scheme_is_refused() {
    assertThatThrownBy(() -> MlflowWriter.of(URI.create("localhost:5000"), "a", "b"))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith(
            "MLflow needs an http or https address of a server, but got \"localhost:5000\". "
                + "Write it like http://localhost:5000.");
  }
}
