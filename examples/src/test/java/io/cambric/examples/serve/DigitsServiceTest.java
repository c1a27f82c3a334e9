package io.cambric.examples.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cambric.errors.DataException;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.digits.DigitsExample;
import io.cambric.json.JsonValue;
import io.cambric.nn.serving.ServingOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The service over HTTP, with the two checkpoints of a short training. */
@Timeout(120)
class DigitsServiceTest {

  private static final ServingOptions OPTIONS = ServingOptions.upTo(8).withWarmRuns(1);
  private static final String ZEROS = "{\"pixels\":[" + "0,".repeat(63) + "0]}";

  @TempDir private static Path folder;

  private static DigitsService service;
  private static HttpClient client;

  @BeforeAll
  static void start() throws IOException {
    int status =
        DigitsExample.COMMAND
            .commandLine()
            .setOut(new PrintWriter(Writer.nullWriter()))
            .execute(
                "--epochs=2",
                "--width=4",
                "--checkpoint=" + folder.resolve("model"),
                "--report=" + folder.resolve("report.html"));
    assertThat(status).isZero();
    service = new DigitsService(new DigitsModels(folder.resolve("model")), OPTIONS, "127.0.0.1", 0);
    service.awaitReady();
    client = HttpClient.newHttpClient();
  }

  @AfterAll
  static void stop() {
    client.close();
    service.close();
  }

  private static HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
            .method(method, BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private static JsonValue json(HttpResponse<String> response) {
    assertThat(response.headers().firstValue("content-type")).contains("application/json");
    return JsonValue.parse("The answer", response.body());
  }

  @Test
  void an_image_is_answered_with_a_digit_and_probabilities() throws Exception {
    var digits = DigitsData.builtIn().testPart();

    var answer = json(send("POST", "/predict", LoadGenerator.body(digits.pixels().get(3))));

    var probabilities =
        answer.get("probabilities").elements().stream().mapToDouble(JsonValue::number).toArray();
    assertThat(probabilities).hasSize(10);
    assertThat(probabilities[answer.get("label").integer()])
        .isEqualTo(Arrays.stream(probabilities).max().orElseThrow());
    assertThat(answer.get("version").text()).startsWith("step ");
  }

  static List<Arguments> mistakes() {
    return List.of(
        arguments(
            "POST",
            "/predict",
            "",
            400,
            "The request must contain a JSON value, but is empty. Write it again."),
        arguments(
            "POST",
            "/predict",
            "{\"pixels\":[1,2]}",
            400,
            "The request needs 64 numbers, 8 rows of 8 at \"$.pixels\", but there is an array. It"
                + " has 2; send all pixels."),
        arguments(
            "POST",
            "/predict",
            ZEROS.replaceFirst("0", "17"),
            400,
            "The request needs a number from 0 to 16 at \"$.pixels[0]\", but there is \"17\". Scale"
                + " the intensities of the image."),
        arguments("GET", "/predict", "", 405, "/predict needs POST, but got GET."),
        arguments(
            "GET",
            "/predictions",
            "",
            404,
            "There is no /predictions. Paths are [/health, /health/live, /health/ready, /metrics,"
                + " /models, /predict, /swap]."),
        arguments(
            "POST",
            "/predict",
            " ".repeat(HttpService.MAX_BODY + 1),
            413,
            "A body must have at most 65536 bytes, but has more."),
        arguments(
            "POST",
            "/swap",
            "{\"step\":1}",
            400,
            "The request needs one of the steps [22, 44] at \"$.step\", but there is \"1\". Leave it"
                + " out for the latest."));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void a_mistake_is_answered_with_its_reason(
      String method, String path, String body, int status, String message) throws Exception {
    var response = send(method, path, body);

    assertThat(json(response).get("error").text()).isEqualTo(message);
    assertThat(response.statusCode()).isEqualTo(status);
  }

  @Test
  void health_and_metrics_are_those_of_the_predictor() throws Exception {
    send("POST", "/predict", ZEROS);

    assertThat(send("GET", "/health/live", "").statusCode()).isEqualTo(200);
    assertThat(json(send("GET", "/health", "")).get("ready").flag()).isTrue();
    var metrics = send("GET", "/metrics", "");
    assertThat(metrics.headers().firstValue("content-type"))
        .contains("text/plain; version=0.0.4; charset=utf-8");
    assertThat(metrics.body())
        .containsPattern("digits_requests_total\\{end=\"answered\"} [1-9]")
        .contains("digits_latency_seconds_quantile{quantile=\"0.99\"} ");
  }

  @Test
  void no_request_is_lost_while_models_are_swapped() throws Exception {
    var url = URI.create("http://127.0.0.1:" + service.port());

    var result = new LoadGenerator(url, 16).run(0, 2, true);

    assertThat(result.lost()).isZero();
    assertThat(result.samples()).hasSizeGreaterThan(50);
    assertThat(result.swaps()).hasSize(3);
    assertThat(result.summary())
        .matches("requests: \\d+, lost: 0, p50: \\d+\\.\\d ms, p99: \\d+\\.\\d ms");
    assertThat(LoadPicture.of(result).toSvg())
        .contains("requests/s of 16 clients, 0 of ", "swap to step ", ">p99<", ">latency, ms<");
  }

  @Test
  void a_load_without_a_service_says_what_to_start() {
    var url = URI.create("http://127.0.0.1:1");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> new LoadGenerator(url, 1).run(0, 1, false))
        .withMessageStartingWith(
            "The load needs a service at http://127.0.0.1:1, but none answers:")
        .withMessageEndingWith("Start it with ./run serve, or leave --url out.");
  }

  @Test
  void a_step_without_a_body_is_the_latest() throws Exception {
    send("POST", "/swap", "{\"step\":22}");
    assertThat(json(send("GET", "/models", "")).get("version").text()).isEqualTo("step 22");

    assertThat(json(send("POST", "/swap", "")).get("version").text()).isEqualTo("step 44");
  }

  /** Its client does not learn where models are. */
  @Test
  void a_model_that_cannot_be_loaded_is_a_failure_of_the_service() throws Exception {
    var models = folder.resolve("model");
    var damaged = Files.writeString(models.resolve("checkpoint_7.safetensors"), "damaged");
    try {
      var response = send("POST", "/swap", "{\"step\":7}");
      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(json(response).get("error").text())
          .isEqualTo("The service failed; its log has the reason.");
    } finally {
      Files.delete(damaged);
    }
  }

  @Test
  void a_watched_folder_gives_its_latest_checkpoint() throws Exception {
    send("POST", "/swap", "{\"step\":22}");

    service.swapToLatest();
    long swaps = service.metrics().swaps();
    service.swapToLatest();

    assertThat(json(send("GET", "/health", "")).get("version").text()).isEqualTo("step 44");
    assertThat(service.metrics().swaps()).isEqualTo(swaps);
  }

  @Test
  void requests_that_have_come_are_answered_before_the_end() throws Exception {
    var own = new DigitsService(new DigitsModels(folder.resolve("model")), OPTIONS, "127.0.0.1", 0);
    own.awaitReady();
    var url = URI.create("http://127.0.0.1:%d/predict".formatted(own.port()));
    var request = HttpRequest.newBuilder(url).POST(BodyPublishers.ofString(ZEROS)).build();
    var answers =
        Collections.nCopies(20, request).stream()
            .map(each -> client.sendAsync(each, BodyHandlers.ofString()))
            .toList();
    while (own.metrics().accepted() == 0) {
      Thread.sleep(1);
    }
    own.close();

    var metrics = own.metrics();
    assertThat(metrics.answered()).isEqualTo(metrics.accepted()).isPositive();
    long answered = 0;
    for (var answer : answers) {
      try {
        answered += answer.join().statusCode() == 200 ? 1 : 0;
      } catch (CompletionException e) {
        // A connection that came after the end is refused.
        assertThat(e).hasCauseInstanceOf(IOException.class);
      }
    }
    assertThat(answered).isPositive().isLessThanOrEqualTo(metrics.answered());
  }

  @Test
  void a_folder_without_checkpoints_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() ->
            new DigitsService(new DigitsModels(folder.resolve("none")), OPTIONS, "127.0.0.1", 0))
        .withMessage(
            "The digits service needs a checkpoint in %s, but there is none. Create one with "
                + "./run digits --checkpoint %s.",
            folder.resolve("none"), folder.resolve("none"));
  }
}
