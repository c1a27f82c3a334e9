package io.cambric.examples.serve;

import io.cambric.examples.Version;
import io.cambric.examples.console.OptionChecks;
import io.cambric.examples.console.PictureOption;
import io.cambric.nn.serving.ServingMetrics;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ./run serve load}: sends requests to a service, and measures its answers. */
@Command(
    name = "load",
    description = "Sends requests to a service from many clients, and accounts for each answer.",
    showDefaultValues = true,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class LoadCommand implements Callable<Integer> {

  private static final Set<String> HTTP = Set.of("http", "https");
  private static final int MAX_SECONDS = 3600;
  private static final int MAX_CLIENTS = 10_000;

  @Mixin private final ServeOptions options = new ServeOptions();

  @Option(
      names = "--url",
      description = "A service that runs, such as http://127.0.0.1:8080; else one is started here.")
  private @Nullable URI url;

  @Option(names = "--seconds", description = "How long requests are sent, 1 to 3600.")
  private int seconds = 10;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      description = "How long requests are sent before they count, 0 to 3600.")
  private int warmUp = 5;

  @Option(names = "--clients", description = "Clients, each with a request at a time, 1 to 10000.")
  private int clients = 64;

  @Option(names = "--swap", description = "Swap the model three times meanwhile.")
  private boolean swap;

  @Mixin
  private final PictureOption picture =
      PictureOption.ofChart("serve-load.svg", "Where the chart is written.");

  @Spec private @Nullable CommandSpec spec;

  /** Makes the command with the defaults of its options. */
  public LoadCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    var command = Objects.requireNonNull(spec);
    var checks = new OptionChecks(command);
    var out = command.commandLine().getOut();
    options.check(checks);
    checks.range("--seconds", seconds, 1, MAX_SECONDS);
    checks.range("--warm-up", warmUp, 0, MAX_SECONDS);
    checks.range("--clients", clients, 1, MAX_CLIENTS);
    picture.check(checks);
    requireHttp(checks);
    if (url != null) {
      return report(new LoadGenerator(url, clients).run(warmUp, seconds, swap), out);
    }
    var models = options.models();
    models.trainIfMissing(out);
    try (var service = new DigitsService(models, options.serving(), "127.0.0.1", 0)) {
      service.awaitReady();
      var own = URI.create("http://127.0.0.1:" + service.port());
      var result = new LoadGenerator(own, clients).run(warmUp, seconds, swap);
      show(service.metrics(), out);
      return report(result, out);
    }
  }

  private void requireHttp(OptionChecks checks) {
    if (url != null && (url.getHost() == null || !HTTP.contains(url.getScheme()))) {
      throw checks.invalid(
          "--url", "needs an address such as http://127.0.0.1:8080, but got %s.".formatted(url));
    }
  }

  private static void show(ServingMetrics metrics, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "inside the service: mean batch %.1f, queue p50 %s, latency p50 %s, p99 %s%n",
        metrics.meanBatch(),
        LoadResult.millis(metrics.queueTime().quantile(0.5).toNanos()),
        LoadResult.millis(metrics.latency().quantile(0.5).toNanos()),
        LoadResult.millis(metrics.latency().quantile(0.99).toNanos()));
    out.printf("batches by padded size: %s%n", metrics.batches());
  }

  private int report(LoadResult result, PrintWriter out) {
    picture.write(LoadPicture.of(result));
    out.println("picture: " + picture);
    result.print(out);
    return result.lost() == 0 ? 0 : 1;
  }
}
