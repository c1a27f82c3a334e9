package io.cambric.examples.serve;

import io.cambric.errors.CambricException;
import io.cambric.errors.DataException;
import io.cambric.examples.console.*;
import io.cambric.examples.digits.DigitsExample;
import io.cambric.nn.serving.ServingOptions;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Set;

/** The example {@code ./run serve}: answers HTTP requests with a model of digits until it ends. */
public final class ServeExample {

  private static final ExampleCommand LOAD =
      service(
              ExampleProgram.command(
                  "load", "Sends requests to a service from many clients, and checks each answer."))
          .text(
              "--url",
              "",
              "A running service, such as http://127.0.0.1:8080; without it, starts one here.")
          .whole("--seconds", 10, 1, 3600, "Duration of the measurement.")
          .whole("--warm-up", 5, 0, 3600, "Seconds of the warm-up before the measurement.")
          .whole("--clients", 64, 1, 10_000, "Clients, each with one request at a time.")
          .flag("--swap", "Swap the model three times during the measurement.")
          .picture("serve-load.svg", "Where the chart is written.")
          .runs(ServeExample::load);

  /** The command {@code ./run serve}. */
  public static final ExampleCommand COMMAND =
      service(
              ExampleProgram.command(
                  "serve", "Serves a digits model over HTTP, with batching and model swaps."))
          .text("--host", "127.0.0.1", "Address to listen on; 0.0.0.0 for all.")
          .whole("--port", 8080, 0, 65_535, "Port to listen on; 0 for a free port.")
          .whole(
              "--watch",
              0,
              0,
              86_400,
              "Seconds between searches for newer checkpoints to swap to; 0 for never.")
          .whole("--drain", 30, 0, 3600, "Seconds for requests to finish after SIGTERM or Ctrl-C.")
          .with(LOAD)
          .runs(ServeExample::serve);

  /** Of the network that is trained into an empty folder. */
  private static final int EPOCHS = 6;

  private static final int WIDTH = 16;

  private static final String HERE = "127.0.0.1";
  private static final Set<String> HTTP = Set.of("http", "https");

  private ServeExample() {}

  /** The options of the service. */
  private static ExampleProgram service(ExampleProgram example) {
    return example
        .folder(
            "--model",
            "serve-model",
            "Checkpoints of ./run digits; if the folder is empty, trains a small network.")
        .whole("--max-batch", 32, 1, 4096, "Largest batch.")
        .number("--max-wait", 1, 0, 1000, "Milliseconds that a request waits for others.")
        .whole("--queue", 1024, 1, 1_000_000, "Requests that may wait.")
        .whole(
            "--warm-within",
            60,
            0,
            3600,
            "Seconds of the longest warm-up; it ends when the model gets no faster. 0: 20 runs of each size.");
  }

  private static DigitsService start(ExampleRun run, String host, int port) throws IOException {
    var folder = run.requiredPath("--model");
    var models = new DigitsModels(folder);
    if (!models.isThere()) {
      run.printf("no checkpoint in %s: training one", folder);
      Files.createDirectories(folder);
      DigitsExample.COMMAND
          .commandLine()
          .setOut(run.out())
          .execute(
              "--epochs=" + EPOCHS,
              "--width=" + WIDTH,
              "--report=" + folder.resolve("report.html"),
              "--checkpoint=" + folder);
    }
    var options =
        ServingOptions.upTo(run.whole("--max-batch"))
            .withMaxWait(Duration.ofNanos((long) (run.number("--max-wait") * 1e6)))
            .withCapacity(run.whole("--queue"))
            .withWarmUp(Duration.ofSeconds(run.whole("--warm-within")));
    try {
      return new DigitsService(models, options, host, port);
    } catch (BindException e) {
      throw new DataException(
          "The service needs port %d of %s, but another program uses it. Pass another --port, or 0 for a free port."
              .formatted(port, host),
          e);
    }
  }

  private static void serve(ExampleRun run) throws IOException, InterruptedException {
    var host = run.text("--host");
    var service = start(run, host, run.whole("--port"));
    var drain = Duration.ofSeconds(run.whole("--drain"));
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .unstarted(() -> {
                  service.drain(drain);
                  var metrics = service.metrics();
                  run.out()
                      .printf(
                          "stopped after %d answers, %d requests cancelled%n",
                          metrics.answered(), metrics.cancelled());
                  run.out().flush();
                }));
    var warmUp = service.awaitReady();
    run.printf("ready after %.1f s of warm-up", warmUp.took().toNanos() / 1e9);
    run.printf("warm-up: %s", warmUp.toText());
    run.printf("listening at http://%s:%d", host, service.port());
    watch(run, service);
  }

  /** Runs until the process is ended, whose shutdown hook closes the service. */
  private static void watch(ExampleRun run, DigitsService service) throws InterruptedException {
    int seconds = run.whole("--watch");
    if (seconds == 0) {
      Thread.sleep(Duration.ofDays(Integer.MAX_VALUE));
    }
    while (true) {
      Thread.sleep(Duration.ofSeconds(seconds));
      try {
        service.swapToLatest();
      } catch (CambricException e) {
        run.println("the model is unchanged: " + e.getMessage());
      }
    }
  }

  private static void load(ExampleRun run) throws IOException, InterruptedException {
    var url = run.text("--url");
    if (!url.isEmpty()) {
      account(run, send(run, http(run, url)));
      return;
    }
    try (var service = start(run, HERE, 0)) {
      service.awaitReady();
      var result = send(run, URI.create("http://%s:%d".formatted(HERE, service.port())));
      var metrics = service.metrics();
      run.printf(
          "inside the service: mean batch %.1f, queue p50 %s, latency p50 %s, p99 %s",
          metrics.meanBatch(),
          LoadResult.millis(metrics.queueTime().quantile(0.5).toNanos()),
          LoadResult.millis(metrics.latency().quantile(0.5).toNanos()),
          LoadResult.millis(metrics.latency().quantile(0.99).toNanos()));
      run.printf("batches by padded size: %s", metrics.batches());
      account(run, result);
    }
  }

  private static URI http(ExampleRun run, String url) {
    try {
      var address = new URI(url);
      if (address.getHost() != null && HTTP.contains(address.getScheme())) {
        return address;
      }
    } catch (URISyntaxException _) {
      // It is refused as one without a host.
    }
    throw run.invalid(
        "--url", "needs an address such as http://127.0.0.1:8080, but got %s.".formatted(url));
  }

  private static LoadResult send(ExampleRun run, URI url) throws IOException, InterruptedException {
    return new LoadGenerator(url, run.whole("--clients"))
        .run(run.whole("--warm-up"), run.whole("--seconds"), run.flag("--swap"));
  }

  private static void account(ExampleRun run, LoadResult result) {
    run.picture(LoadPicture.of(result));
    run.println(result.toText());
    run.result("%s", result.summary());
    if (result.lost() > 0) {
      run.fail();
    }
  }
}
