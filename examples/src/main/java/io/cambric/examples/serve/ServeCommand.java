package io.cambric.examples.serve;

import io.cambric.errors.CambricException;
import io.cambric.errors.DataException;
import io.cambric.examples.Version;
import io.cambric.examples.console.OptionChecks;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ./run serve}: answers HTTP requests with a model of digits until it ends. */
@Command(
    name = "serve",
    description = "Serves a model of digits by HTTP, with batches and models that are swapped.",
    subcommands = LoadCommand.class,
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class ServeCommand implements Callable<Integer> {

  private static final int MAX_PORT = 65535;
  private static final int MAX_SECONDS = 86_400;
  private static final int MAX_DRAIN = 3600;

  @Mixin private final ServeOptions options = new ServeOptions();

  @Option(names = "--host", description = "Address to listen at; 0.0.0.0 for all.")
  private String host = "127.0.0.1";

  @Option(names = "--port", description = "Port to listen at; 0 for a free one.")
  private int port = 8080;

  @Option(
      names = "--watch",
      paramLabel = "SECONDS",
      description = "Look for newer checkpoints this often, and swap to them; 0 for never.")
  private int watch;

  @Option(
      names = "--drain",
      paramLabel = "SECONDS",
      description = "How long requests may take to end after SIGTERM or Ctrl-C, 0 to 3600.")
  private int drain = 30;

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public ServeCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    var command = Objects.requireNonNull(spec);
    var checks = new OptionChecks(command);
    var out = command.commandLine().getOut();
    options.check(checks);
    checks.range("--port", port, 0, MAX_PORT);
    checks.range("--watch", watch, 0, MAX_SECONDS);
    checks.range("--drain", drain, 0, MAX_DRAIN);
    var models = options.models();
    models.trainIfMissing(out);
    var service = start(models);
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .unstarted(() -> {
                  service.drain(Duration.ofSeconds(drain));
                  var metrics = service.metrics();
                  out.printf(
                      "stopped after %d answers, %d requests cancelled%n",
                      metrics.answered(), metrics.cancelled());
                  out.flush();
                }));
    var warmUp = service.awaitReady();
    out.printf("ready after %.1f s of warm-up%n", warmUp.took().toNanos() / 1e9);
    out.printf("warm-up: %s%n", warmUp.toText());
    out.printf("listening at http://%s:%d%n", host, service.port());
    out.flush();
    watch(service, out);
    return 0;
  }

  private DigitsService start(DigitsModels models) throws IOException {
    try {
      return new DigitsService(models, options.serving(), host, port);
    } catch (BindException e) {
      throw new DataException(
          "The service needs port %d of %s, but another program has it. Pass another --port, or 0 for a free one."
              .formatted(port, host),
          e);
    }
  }

  /** Runs until the process is ended, whose shutdown hook closes the service. */
  private void watch(DigitsService service, PrintWriter out) throws InterruptedException {
    while (true) {
      Thread.sleep(1000L * (watch == 0 ? MAX_SECONDS : watch));
      if (watch == 0) {
        continue;
      }
      try {
        service.swapToLatest();
      } catch (CambricException e) {
        out.println("the model stays: " + e.getMessage());
        out.flush();
      }
    }
  }
}
