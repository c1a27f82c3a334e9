package io.cambric.examples.serve;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.errors.UnavailableException;
import io.cambric.examples.serve.HttpService.Handler;
import io.cambric.examples.serve.HttpService.Route;
import io.cambric.json.JsonValue;
import io.cambric.nn.serving.BatchingPredictor;
import io.cambric.nn.serving.Prediction;
import io.cambric.nn.serving.ServedModel;
import io.cambric.nn.serving.ServingMetrics;
import io.cambric.nn.serving.ServingOptions;
import io.cambric.nn.serving.WarmUp;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The service of digits: a predictor, and the HTTP routes to it. */
final class DigitsService implements AutoCloseable {

  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
  private static final int SIDE = DigitsModels.SIDE;
  private static final int PIXELS = SIDE * SIDE;

  /** Intensities in the data of the digits are from 0 to this. */
  private static final int MAX_INTENSITY = 16;

  /** Enough to send the answers of requests that have ended. */
  private static final Duration ANSWERS = Duration.ofSeconds(2);

  private final DigitsModels models;
  private final BatchingPredictor<Array, Array> predictor;
  private final HttpService http;

  /**
   * Starts a service, which answers while its model is warmed up: that it is not ready.
   *
   * @param port 0 for a free one
   * @throws IOException if the port is in use
   * @throws DataException if there is no model
   */
  DigitsService(DigitsModels models, ServingOptions options, String host, int port)
      throws IOException {
    this.models = models;
    predictor = BatchingPredictor.start(models.latest(), options);
    try {
      http = HttpService.start(host, port, routes());
    } catch (IOException | RuntimeException e) {
      predictor.close();
      throw e;
    }
  }

  private Map<Route, Handler> routes() {
    return Map.of(
        new Route("POST", "/predict"), this::predict,
        new Route("GET", "/health"), _ -> ready(),
        new Route("GET", "/health/live"), _ -> Answer.json(200, Map.of("live", true)),
        new Route("GET", "/health/ready"), _ -> ready(),
        new Route("GET", "/metrics"),
            _ -> Answer.text(PROMETHEUS, metrics().toPrometheus("digits")),
        new Route("GET", "/models"),
            _ ->
                Answer.json(
                    200, Map.of("version", predictor.version(), "steps", kept(models::steps))),
        new Route("POST", "/swap"), this::swap);
  }

  int port() {
    return http.port();
  }

  ServingMetrics metrics() {
    return predictor.metrics();
  }

  /** {@return how warm the model is, when it is} */
  WarmUp awaitReady() {
    predictor.awaitReady();
    return predictor.warmUp().orElseThrow();
  }

  private Answer ready() {
    boolean ready = predictor.isReady();
    return Answer.json(
        ready ? 200 : 503, Map.of("live", true, "ready", ready, "version", predictor.version()));
  }

  private Answer predict(String body) throws InterruptedException {
    var prediction = predict(predictor, image(JsonValue.parse("The request", body)));
    var probabilities = prediction.output();
    return Answer.json(
        200,
        Map.of(
            "label", (int) probabilities.argmax(-1).item(),
            "probabilities", probabilities.toFloats(),
            "version", prediction.version()));
  }

  /**
   * {@return the answer of a model to a request of the right form}
   *
   * @throws ModelFailure if the model fails, which is no mistake of the request
   */
  static Prediction<Array> predict(BatchingPredictor<Array, Array> predictor, Array image)
      throws InterruptedException {
    try {
      return predictor.predict(image);
    } catch (UnavailableException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new ModelFailure(predictor.version(), e);
    }
  }

  private static Array image(JsonValue request) {
    var pixels = request.get("pixels");
    var elements = pixels.elements();
    if (elements.size() != PIXELS) {
      throw pixels.failure(
          "%d numbers, 8 rows of 8".formatted(PIXELS),
          "It has %d; send all pixels.".formatted(elements.size()));
    }
    var values = new float[PIXELS];
    for (int i = 0; i < PIXELS; i++) {
      double value = elements.get(i).number();
      if (!(value >= 0 && value <= MAX_INTENSITY)) {
        throw elements
            .get(i)
            .failure("a number from 0 to " + MAX_INTENSITY, "Scale the intensities of the image.");
      }
      values[i] = (float) (value / MAX_INTENSITY);
    }
    return NdArray.of(Shape.of(SIDE, SIDE, 1), values);
  }

  private Answer swap(String body) {
    var request = body.isBlank() ? null : JsonValue.parse("The request", body);
    long start = System.nanoTime();
    var next = model(request);
    predictor.swap(next);
    return Answer.json(
        200,
        Map.of(
            "version",
            next.version(),
            "seconds",
            Math.round((System.nanoTime() - start) / 1e6) / 1e3));
  }

  private ServedModel<Array, Array> model(@Nullable JsonValue request) {
    if (request == null) {
      return kept(models::latest);
    }
    long step = (long) request.get("step").integer();
    var steps = kept(models::steps);
    if (!steps.contains(step)) {
      throw request
          .get("step")
          .failure("one of the steps " + steps, "Leave it out for the latest.");
    }
    return kept(() -> models.load(step));
  }

  /**
   * {@return what a call gives that reads the folder of models}
   *
   * <p>Its messages name the folder, which is for the log and not for clients.
   */
  private static <T> T kept(Supplier<T> call) {
    try {
      return call.get();
    } catch (DataException e) {
      throw new IllegalStateException("The models cannot be read", e);
    }
  }

  /** Takes the latest checkpoint if it is newer than the model that answers. */
  void swapToLatest() {
    var latest = models.latest();
    if (!latest.version().equals(predictor.version())) {
      predictor.swap(latest);
    }
  }

  /**
   * Ends in the order that loses no request. The service is not ready, and each answer ends its
   * connection. The port closes when no more requests come.
   *
   * @param longest after which the rest is cancelled
   */
  void drain(Duration longest) {
    http.announceEnd();
    predictor.drain(longest, http::closePort);
    http.close(ANSWERS);
  }

  /** Takes no more requests, answers those that have come, and ends. */
  @Override
  public void close() {
    http.close();
    predictor.close();
  }
}
