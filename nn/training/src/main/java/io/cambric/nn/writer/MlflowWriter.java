package io.cambric.nn.writer;

import io.cambric.errors.DataException;
import io.cambric.errors.ShownText;
import io.cambric.file.support.Quoted;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * A writer of scalars and hyperparameters to an MLflow server, by its REST interface. Mutable, for
 * one thread; {@link AsyncWriter} keeps its requests away from the training.
 *
 * <p>Metrics are sent in batches, at the latest after five seconds or at a flush. A request that
 * fails is tried three times. No failure stops the training: the first one is logged as a warning,
 * metrics wait for the next attempt, and {@link #close} logs how many were lost.
 *
 * <p>Characters in names that MLflow does not allow become {@code _}.
 *
 * {@snippet :
 * var writer = MlflowWriter.of(URI.create("http://localhost:5000"), "digits", "wide");
 * }
 *
 * @see <a href="https://mlflow.org/docs/latest/rest-api.html">MLflow REST API</a>
 */
public final class MlflowWriter implements MetricWriter {

  /** Limits of one request of log-batch. */
  private static final int MAX_METRICS = 1000;

  private static final int MAX_PARAMS = 100;
  private static final int MAX_VALUE = 500;

  /** Metrics that wait for a server that does not answer. */
  private static final int MAX_WAITING = 100_000;

  private static final Duration SEND_INTERVAL = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Pattern FOREIGN = Pattern.compile("[^/\\w.\\- :]");
  private static final System.Logger LOG = System.getLogger("io.cambric.nn.writer");

  private final URI server;
  private final String experiment;
  private final MlflowClient client;
  private final ArrayDeque<Metric> metrics = new ArrayDeque<>();
  private final ArrayDeque<Param> params = new ArrayDeque<>();
  private final @Nullable String runName;
  private @Nullable String runId;
  private long lastSent = System.nanoTime();
  private long lost;
  private boolean warned;
  private boolean closed;

  /** A number in the form for the server. */
  private record Metric(String name, double value, long step, long millis) {}

  /** A hyperparameter in the form for the server. */
  private record Param(String name, String value) {}

  private MlflowWriter(
      URI server,
      String experiment,
      @Nullable String runName,
      @Nullable String runId,
      Duration pause) {
    if (!("http".equals(server.getScheme()) || "https".equals(server.getScheme()))) {
      throw new DataException(
          "MLflow needs an http or https address of a server, but got %s. Write it like http://localhost:5000."
              .formatted(Quoted.of(server.toString())));
    }
    this.server = server;
    this.experiment = experiment;
    this.runName = runName;
    this.runId = runId;
    client = new MlflowClient(server, pause);
  }

  /**
   * {@return a writer to a new run of an experiment, which is created if it is missing}
   *
   * @param server the tracking server, as in {@code http://localhost:5000}
   * @param runName shown in lists of runs
   * @throws DataException if the scheme of the address is neither http nor https
   */
  public static MlflowWriter of(URI server, String experiment, String runName) {
    return of(server, experiment, runName, PAUSE);
  }

  static MlflowWriter of(URI server, String experiment, String runName, Duration pause) {
    return new MlflowWriter(server, experiment, runName, null, pause);
  }

  /**
   * {@return a writer that continues a run, for a resumed training}
   *
   * <p>MLflow keeps all numbers of a step. So steps that a resumed training repeats appear twice.
   *
   * @param runId as {@link #runId} gave it
   * @throws DataException if the scheme of the address is neither http nor https
   */
  public static MlflowWriter resume(URI server, String experiment, String runId) {
    return new MlflowWriter(server, experiment, null, runId, PAUSE);
  }

  /** {@return the id of the run, once the server has given one; a resumed training needs it} */
  public Optional<String> runId() {
    return Optional.ofNullable(runId);
  }

  @Override
  public void writeScalars(long step, Map<String, Double> values) {
    long millis = System.currentTimeMillis();
    values.forEach((name, value) -> metrics.add(new Metric(known(name), value, step, millis)));
    while (metrics.size() > MAX_WAITING) {
      metrics.remove();
      lost++;
    }
    boolean isDue = System.nanoTime() - lastSent >= SEND_INTERVAL.toNanos();
    // After a server fails to answer, the next request waits for the interval.
    if (isDue || (metrics.size() >= MAX_METRICS && !warned)) {
      flush();
    }
  }

  @Override
  public void writeHyperparameters(Map<String, ?> values) {
    values.forEach((name, value) -> {
      var text = String.valueOf(value);
      params.add(new Param(known(name), text.substring(0, Math.min(MAX_VALUE, text.length()))));
    });
    flush();
  }

  private static String known(String name) {
    return FOREIGN.matcher(name).replaceAll("_");
  }

  @Override
  public void flush() {
    lastSent = System.nanoTime();
    try {
      while (!closed && !(metrics.isEmpty() && params.isEmpty())) {
        sendBatch(run());
        warned = false;
      }
    } catch (IOException e) {
      warn(e);
    }
  }

  private String run() throws IOException {
    var id = runId;
    if (id == null) {
      var experimentId = client.experiment(experiment);
      id =
          client
              .post(
                  "runs/create",
                  json -> {
                    json.writeStringProperty("experiment_id", experimentId);
                    json.writeNumberProperty("start_time", System.currentTimeMillis());
                    if (runName != null) {
                      json.writeStringProperty("run_name", runName);
                    }
                  })
              .text("run_id");
      runId = id;
    }
    return id;
  }

  private void sendBatch(String id) throws IOException {
    var someMetrics = metrics.stream().limit(MAX_METRICS - MAX_PARAMS).toList();
    var someParams = params.stream().limit(MAX_PARAMS).toList();
    try {
      client.post(
          "runs/log-batch",
          json -> {
            json.writeStringProperty("run_id", id);
            write(json, someMetrics);
            writeParams(json, someParams);
          });
    } catch (MlflowClient.RefusedException e) {
      lost += someMetrics.size() + someParams.size();
      warn(e);
    }
    removeFirst(metrics, someMetrics.size());
    removeFirst(params, someParams.size());
  }

  private static void write(JsonGenerator json, List<Metric> metrics) {
    json.writeArrayPropertyStart("metrics");
    for (var metric : metrics) {
      json.writeStartObject();
      json.writeStringProperty("key", metric.name());
      // NaN and infinities become texts, as MLflow reads them.
      json.writeNumberProperty("value", metric.value());
      json.writeNumberProperty("timestamp", metric.millis());
      json.writeNumberProperty("step", metric.step());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeParams(JsonGenerator json, List<Param> params) {
    json.writeArrayPropertyStart("params");
    for (var param : params) {
      json.writeStartObject();
      json.writeStringProperty("key", param.name());
      json.writeStringProperty("value", param.value());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void removeFirst(Deque<?> queue, int count) {
    for (int i = 0; i < count; i++) {
      queue.removeFirst();
    }
  }

  private void warn(IOException e) {
    if (!warned) {
      LOG.log(
          Level.WARNING,
          "MLflow at %s did not accept metrics of experiment \"%s\": %s. The training continues; check the server and its address."
              .formatted(
                  server,
                  experiment,
                  ShownText.line(e.getMessage() == null ? e.toString() : e.getMessage())));
      warned = true;
    }
  }

  /** Sends waiting metrics, marks the run as finished, and logs how many metrics were lost. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    flush();
    lost += metrics.size() + params.size();
    closed = true;
    if (runId != null && !warned) {
      finish(runId);
    }
    client.close();
    if (lost > 0) {
      LOG.log(
          Level.WARNING,
          "MLflow at %s did not receive %d values of experiment \"%s\". They are in the files of other writers, such as a CSV file."
              .formatted(server, lost, experiment));
    }
  }

  private void finish(String id) {
    try {
      client.post(
          "runs/update",
          json -> {
            json.writeStringProperty("run_id", id);
            json.writeStringProperty("status", "FINISHED");
            json.writeNumberProperty("end_time", System.currentTimeMillis());
          });
    } catch (IOException e) {
      warn(e);
    }
  }

  /** {@return the experiment and the server} */
  @Override
  public String toString() {
    return "MlflowWriter of %s at %s".formatted(experiment, server);
  }
}
