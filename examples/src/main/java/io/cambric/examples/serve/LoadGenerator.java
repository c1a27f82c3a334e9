package io.cambric.examples.serve;

import io.cambric.errors.DataException;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.serve.LoadResult.Sample;
import io.cambric.json.JsonValue;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Clients of a service of digits, each a virtual thread with one request at a time. The load is
 * closed: a slow answer delays the next request of its client.
 */
final class LoadGenerator {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int MAX_INTENSITY = 16;
  private static final int SWAPS = 3;

  /** Milliseconds after a request without an answer, so that an outage is not a busy loop. */
  private static final int PAUSE = 10;

  private final URI url;
  private final int clients;
  private final List<Image> images = images();

  /** A body of a request, and the digit that it shows. */
  private record Image(String body, int label) {}

  LoadGenerator(URI url, int clients) {
    this.url = url;
    this.clients = clients;
  }

  private static List<Image> images() {
    var digits = DigitsData.builtIn().testPart();
    return IntStream.range(0, digits.size())
        .mapToObj(i -> new Image(body(digits.pixels().get(i)), digits.labels().get(i)))
        .toList();
  }

  /** {@return an image as the service takes it} */
  static String body(float[] pixels) {
    var text = new StringBuilder("{\"pixels\":[");
    for (int i = 0; i < pixels.length; i++) {
      text.append(i == 0 ? "" : ",").append(Math.round(pixels[i] * MAX_INTENSITY));
    }
    return text.append("]}").toString();
  }

  /**
   * {@return the requests of some seconds, all with their outcomes}
   *
   * @param warmUp seconds before them in which requests are sent for the JVMs to compile, and not
   *     counted
   * @param swap whether the model is swapped meanwhile, at equal distances
   * @throws DataException if the service cannot be reached, or cannot swap
   * @throws IOException if it ends while a model is swapped
   */
  LoadResult run(int warmUp, int seconds, boolean swap) throws IOException, InterruptedException {
    try (var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      var versions = versions(client);
      if (warmUp > 0) {
        load(client, warmUp, List.of());
      }
      return load(client, seconds, swap ? versions : List.of());
    }
  }

  private LoadResult load(HttpClient client, int seconds, List<Long> versions)
      throws IOException, InterruptedException {
    var samples = new ConcurrentLinkedQueue<Sample>();
    var swaps = new TreeMap<Double, String>();
    long start = System.nanoTime();
    long end = start + seconds * 1_000_000_000L;
    var sending = new ArrayList<Future<?>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < clients; i++) {
        int first = i;
        sending.add(threads.submit(() -> send(client, first, start, end, samples)));
      }
      for (int i = 0; !versions.isEmpty() && i < SWAPS; i++) {
        Thread.sleep(seconds * 1000L / (SWAPS + 1));
        var version = swap(client, versions.get(i % versions.size()));
        swaps.put((System.nanoTime() - start) / 1e9, version);
      }
    }
    // A client that failed would be missing from the account.
    sending.forEach(Future::resultNow);
    double took = (System.nanoTime() - start) / 1e9;
    var ordered = new ArrayList<>(samples);
    ordered.sort(Comparator.comparingDouble(Sample::end));
    return new LoadResult(clients, took, ordered, swaps);
  }

  private @Nullable Void send(
      HttpClient client, int first, long start, long end, Queue<Sample> samples)
      throws InterruptedException {
    for (int i = first; System.nanoTime() < end; i += clients) {
      var image = images.get(i % images.size());
      long begin = System.nanoTime();
      int status;
      var version = "";
      boolean right = false;
      try {
        var response = post(client, "/predict", image.body());
        status = response.statusCode();
        if (status == 200) {
          var answer = JsonValue.parse("The answer", response.body());
          version = answer.get("version").text();
          right = answer.get("label").integer() == image.label();
        }
      } catch (IOException _) {
        // A request without an answer is counted as such: the load must see the whole outage.
        status = LoadResult.NO_ANSWER;
        Thread.sleep(PAUSE);
      }
      long now = System.nanoTime();
      samples.add(new Sample((now - start) / 1e9, now - begin, status, version, right));
    }
    return null;
  }

  private HttpResponse<String> post(HttpClient client, String path, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(url.resolve(path))
            .timeout(TIMEOUT)
            .POST(BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  /** {@return the steps that can be swapped to, other ones than the current first} */
  private List<Long> versions(HttpClient client) throws InterruptedException {
    var request = HttpRequest.newBuilder(url.resolve("/models")).timeout(TIMEOUT).build();
    var answer = JsonValue.parse("The list of models", reached(client, request));
    var steps = answer.get("steps").elements().stream().map(step -> (long) step.integer()).toList();
    var current = answer.get("version").text();
    return steps.stream()
        .sorted(Comparator.comparing(step -> current.equals("step " + step)))
        .toList();
  }

  private String reached(HttpClient client, HttpRequest request) throws InterruptedException {
    try {
      return client.send(request, BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new DataException(
          "The load needs a service at %s, but none answers: %s. Start it with ./run serve, or leave --url out."
              .formatted(url, e),
          e);
    }
  }

  private String swap(HttpClient client, long step) throws IOException, InterruptedException {
    var response = post(client, "/swap", "{\"step\":%d}".formatted(step));
    var answer = JsonValue.parse("The answer to /swap", response.body());
    if (response.statusCode() != 200) {
      throw new DataException(
          "The service could not swap to step %d: %s".formatted(step, answer.get("error").text()));
    }
    return answer.get("version").text();
  }
}
