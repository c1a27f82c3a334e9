package io.cambric.examples.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.examples.digits.DigitsExample;
import io.cambric.examples.serve.HttpService.Route;
import io.cambric.nn.serving.BatchingPredictor;
import io.cambric.nn.serving.ServedModel;
import io.cambric.nn.serving.ServingOptions;
import io.cambric.numpy.Numpy;
import io.cambric.transform.function.Fn;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The end of a service, in a JVM of its own by SIGTERM, and where its model fails or hangs. */
@Timeout(180)
class ServiceEndTest {

  private static final int CLIENTS = 40;
  private static final int ANSWERS = 5;
  private static final String ZEROS = "{\"pixels\":[" + "0,".repeat(63) + "0]}";

  /** A service; its arguments are those of {@code ./run serve}. */
  static final class Service {

    private Service() {}

    public static void main(String[] arguments) {
      System.exit(ServeExample.COMMAND.commandLine().execute(arguments));
    }
  }

  /** A client that keeps its connection until the service ends it; its numbers are shared. */
  private static final class Client {

    private final int port;
    private final AtomicBoolean isEnough;
    private final AtomicInteger answers = new AtomicInteger();
    private final AtomicInteger lastAnswers = new AtomicInteger();
    private final List<String> failures = new ArrayList<>();
    private final Thread thread;

    Client(int port, AtomicBoolean isEnough) {
      this.port = port;
      this.isEnough = isEnough;
      thread = Thread.ofVirtual().start(this::run);
    }

    private void run() {
      try {
        while (!isEnough.get()) {
          try (var connection = new Connection(port)) {
            boolean isKept = true;
            while (isKept && !isEnough.get()) {
              var answer = connection.post("/predict", ZEROS);
              if (answer.status() != 200) {
                failures.add(answer.toString());
              }
              answers.incrementAndGet();
              isKept = !answer.closes();
              lastAnswers.addAndGet(isKept ? 0 : 1);
            }
          }
        }
      } catch (IOException e) {
        failures.add(e.toString());
      }
    }
  }

  private static String line(BufferedReader output, String start) throws IOException {
    for (var line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(start)) {
        return line;
      }
    }
    throw new AssertionError("the service has ended without a line that starts with " + start);
  }

  private static Process start(Path folder) throws IOException {
    int status =
        DigitsExample.COMMAND
            .commandLine()
            .setOut(new PrintWriter(Writer.nullWriter()))
            .execute(
                "--epochs=1",
                "--width=4",
                "--checkpoint=" + folder.resolve("model"),
                "--report=" + folder.resolve("report.html"));
    assertThat(status).isZero();
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-cp",
            System.getProperty("java.class.path"),
            Service.class.getName(),
            "--model=" + folder.resolve("model"),
            "--port=0",
            "--max-batch=8",
            "--warm-within=0")
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  @Test
  void sigterm_loses_no_request_of_forty_clients(@TempDir Path folder) throws Exception {
    var process = start(folder);
    try (var output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      int port = URI.create(line(output, "listening at ").substring(13)).getPort();
      var isEnough = new AtomicBoolean();
      var clients = new ArrayList<Client>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(new Client(port, isEnough));
      }
      await(clients, client -> client.answers.get() >= ANSWERS);
      assertThat(clients).allMatch(client -> client.lastAnswers.get() == 0);

      assertThat(process.supportsNormalTermination()).isTrue();
      // The method of the process itself would close its output, too.
      process.toHandle().destroy();

      // Each comes back to the open port, again and again.
      await(clients, client -> client.lastAnswers.get() >= ANSWERS);
      try (var connection = new Connection(port)) {
        var ready = connection.get("/health/ready");
        assertThat(ready.status()).isEqualTo(503);
        assertThat(ready.closes()).isTrue();
      }
      isEnough.set(true);
      for (var client : clients) {
        client.thread.join();
      }
      int answers = clients.stream().mapToInt(client -> client.answers.get()).sum();
      assertThat(clients).flatExtracting(client -> client.failures).isEmpty();
      assertThat(line(output, "stopped"))
          .isEqualTo("stopped after %d answers, 0 requests cancelled".formatted(answers));
      assertThat(process.waitFor()).isEqualTo(128 + 15);
    } finally {
      process.destroyForcibly();
    }
  }

  /** A number of a client that is waited for. */
  private interface Reached {

    boolean by(Client client);
  }

  private static void await(List<Client> clients, Reached reached) throws InterruptedException {
    for (var client : clients) {
      while (!reached.by(client)) {
        assertThat(client.thread.isAlive()).as("a client, failed by %s", client.failures).isTrue();
        Thread.sleep(5);
      }
    }
  }

  /** A service of one model that answers a request without a body. */
  private static HttpService serve(BatchingPredictor<Array, Array> predictor) throws IOException {
    return HttpService.start(
        "127.0.0.1",
        0,
        Map.of(
            new Route("POST", "/predict"),
            _ -> {
              var answer = DigitsService.predict(predictor, Numpy.zeros(1));
              return Answer.json(200, Map.of("version", answer.version()));
            }));
  }

  private static HttpRequest request(HttpService http) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/predict".formatted(http.port())))
        .POST(BodyPublishers.noBody())
        .build();
  }

  private static BatchingPredictor<Array, Array> predictor(Fn<Array, Array> model) {
    return BatchingPredictor.start(
        ServedModel.of("v1", model, Numpy.zeros(1)), ServingOptions.upTo(1).withWarmRuns(1));
  }

  @Test
  void a_model_that_returns_null_is_a_failure_of_the_service_and_counted() throws Exception {
    var isSilent = new AtomicBoolean();
    try (var predictor = predictor(new Silent(isSilent));
        var http = serve(predictor);
        var client = HttpClient.newHttpClient()) {
      predictor.awaitReady();
      isSilent.set(true);

      HttpResponse<String> answer = client.send(request(http), BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(answer.body())
          .isEqualTo(
              """
              {"error":"The model \\"v1\\" failed; the log of the service has the reason."}
              """);
      assertThat(predictor.metrics().failed()).isEqualTo(1);
    }
  }

  /** A model that returns null from some call on. */
  private record Silent(AtomicBoolean isSilent) implements Fn<Array, Array> {

    @Override
    @SuppressWarnings("NullAway") // Java lets a user's model do so.
    public Array apply(Array batch) {
      return isSilent.get() ? null : batch;
    }
  }

  @Test
  void what_hangs_at_the_end_of_a_drain_is_answered_with_503_and_counted() throws Exception {
    var entered = new CountDownLatch(2);
    var never = new CountDownLatch(1);
    var predictor =
        predictor(batch -> {
          entered.countDown();
          try {
            if (entered.getCount() == 0) {
              never.await();
            }
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return batch;
        });
    predictor.awaitReady();
    var http = serve(predictor);
    try (var client = HttpClient.newHttpClient()) {
      var hanging = client.sendAsync(request(http), BodyHandlers.ofString());
      entered.await();

      http.announceEnd();
      predictor.drain(Duration.ofMillis(500), http::closePort);
      http.close(Duration.ofSeconds(20));

      var answer = hanging.join();
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.headers().firstValue("connection")).contains("close");
      assertThat(answer.body())
          .contains("The predictor ended before the model had answered the request.");
      assertThat(predictor.metrics().cancelled()).isEqualTo(1);
    }
  }
}
